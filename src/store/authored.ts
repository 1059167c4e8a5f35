import { isDeepStrictEqual } from 'node:util';
import { jsonBytes } from '../domain/json.js';
import type { Author } from '../schema/accounts/author.js';
import type { Display } from '../schema/accounts/display.js';
import type { AuthoredChange, Change, Previous } from '../schema/entry.js';
import type { ReadonlyState } from './state/state.js';

/** Larger previous values are not stored, only that there were some. */
const MAX_PREVIOUS_BYTES = 16_384;

/** Records and what trackers sent have no author: many are stored, and they change no setting. */
const WITHOUT_AUTHOR: ReadonlySet<Change['kind']> = new Set(['location', 'alert', 'telemetry', 'quarantined']);

type ChangeOf<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;
type Entity = Readonly<Record<string, unknown>>;
type PreviousOf<Kind extends Change['kind']> = (state: ReadonlyState, v: ChangeOf<Kind>['v']) => Entity | undefined;

/** The entity as it is stored, for each kind that has previous values. No kind with a hash is here. */
const ENTITIES: { readonly [Kind in Change['kind']]?: PreviousOf<Kind> } = {
  user: ({ users }, { id }) => users.get(id),
  'user-removed': ({ users }, { id }) => users.get(id),
  'quota-granted': ({ quotaGrants }, { userId }) => ({ userId, by: quotaGrants.get(userId) ?? null }),
  'display-removed': ({ displays }, { id }) => withoutDigest(displays.get(id)),
  port: ({ ports }, { path }) => ports.get(path),
  'port-removed': ({ ports }, { path }) => ports.get(path),
  uplink: ({ uplinks }, { name }) => uplinks.get(name),
  'uplink-removed': ({ uplinks }, { name }) => uplinks.get(name),
  webhook: ({ webhooks }, { name }) => webhooks.get(name),
  'webhook-removed': ({ webhooks }, { name }) => webhooks.get(name),
  device: ({ devices }, { id }) => devices.get(id),
  'device-removed': ({ devices }, { id }) => devices.get(id),
  group: ({ groups }, { id }) => groups.get(id),
  'group-removed': ({ groups }, { id }) => groups.get(id),
  depot: ({ depots }, { id }) => depots.get(id),
  'depot-removed': ({ depots }, { id }) => depots.get(id),
  notification: ({ notifications }, { id }) => notifications.get(id),
  'notification-removed': ({ notifications }, { id }) => notifications.get(id),
  zone: ({ zones }, { id }) => zones.get(id),
  'zone-removed': ({ zones }, { id }) => zones.get(id),
  'alert-rule': ({ alertRules }, { id }) => alertRules.get(id),
  'alert-rule-removed': ({ alertRules }, { id }) => alertRules.get(id),
  template: ({ templates }, { id }) => templates.get(id),
  'template-removed': ({ templates }, { id }) => templates.get(id),
  setting: ({ settings }, { key }) => settingOf(settings, key),
  'setting-removed': ({ settings }, { key }) => settingOf(settings, key),
};

const withoutDigest = (display: Display | undefined): Entity | undefined =>
  display && { id: display.id, name: display.name, group: display.group, deviceId: display.deviceId };

const settingOf = (settings: ReadonlyState['settings'], key: string): Entity | undefined =>
  settings.has(key) ? { key, value: settings.get(key) } : undefined;

/** The changes with their author and the values that they replace. The state is that before the changes. */
export const authored = (state: ReadonlyState, changes: readonly Change[], by: Author): readonly AuthoredChange[] =>
  changes.map((change) => {
    if (WITHOUT_AUTHOR.has(change.kind)) return change;
    const { kind, v } = change;
    const entityOf = ENTITIES[kind] as ((state: ReadonlyState, v: unknown) => Entity | undefined) | undefined;
    const entity = entityOf?.(state, v);
    const was = entity === undefined ? undefined : previousValues(entity, v);
    return { kind, v, by, ...(was !== undefined && { was }) } as AuthoredChange;
  });

/** They differ with every change. */
const STAMPS: ReadonlySet<string> = new Set(['creation', 'lastModified', 'modification']);

/** The previous values of the members that differ; empty: none does. Only of what is new there is nothing. */
function previousValues(before: Entity, after: Entity): Previous {
  const was: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name] ?? null, after[name] ?? null];
    if (!STAMPS.has(name) && !isDeepStrictEqual(old, now)) was[name] = listChange(old, now) ?? old;
  }
  return jsonBytes(was) > MAX_PREVIOUS_BYTES ? { tooLarge: true } : was;
}

/** Of two lists of texts, what came and what went; undefined: they are no such lists, or only their order differs. */
function listChange(old: unknown, now: unknown): { readonly added: string[]; readonly removed: string[] } | undefined {
  if (!isListOfTexts(old) || !isListOfTexts(now)) return undefined;
  const [before, after] = [new Set(old), new Set(now)];
  const added = now.filter((text) => !before.has(text));
  const removed = old.filter((text) => !after.has(text));
  return added.length + removed.length === 0 ? undefined : { added, removed };
}

const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
