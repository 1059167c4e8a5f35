import type { SettingKey, SettingsView, SettingValue } from '../../../schema/system/settings.js';
import type { Api, ApiFailure, ApiResult } from '../../api/client.js';
import { changedFields, mergeEdits, type Edits } from '../../device-form/merge-edits.js';
import { isFixed, isSecretSet, ON, parseSetting, removalOf, textsOf, type SettingRow } from './setting-row.js';

export const SETTINGS_PATH = '/api/settings';

export const startEdits = (rows: readonly SettingRow[], view: SettingsView): Edits => {
  const base = textsOf(rows, view);
  return { base, typed: base };
};

export type FollowedEdits = { readonly edits: Edits; readonly conflicts: readonly string[] };

/**
 * Merges the settings as they are now into a form; see `mergeEdits`. What the configuration sets replaces what was typed:
 * it cannot be saved.
 */
export function followView(
  rows: readonly SettingRow[],
  edits: Edits,
  view: SettingsView,
  accept = false,
): FollowedEdits {
  const now = textsOf(rows, view);
  const { conflicts, ...merged } = mergeEdits(edits, now, accept);
  const fixed = rows.filter(({ key }) => isFixed(view, key)).map(({ key }) => [key, now[key] ?? ''] as const);
  const isFree = (name: string): boolean => !fixed.some(([key]) => key === name);
  return {
    edits: {
      base: { ...merged.base, ...Object.fromEntries(fixed) },
      typed: { ...merged.typed, ...Object.fromEntries(fixed) },
    },
    conflicts: conflicts.filter(isFree),
  };
}

/** After saving: the fields have the new values, except those that were typed into meanwhile. */
export function afterSave(rows: readonly SettingRow[], sent: Edits, present: Edits, view: SettingsView): Edits {
  const base = textsOf(rows, view);
  const typed = Object.fromEntries(
    Object.entries(base).map(([name, now]) => {
      const text = present.typed[name] ?? now;
      return [name, text === sent.typed[name] ? now : text];
    }),
  );
  return { base, typed };
}

/** The changed settings of a form. */
function changesOf(
  rows: readonly SettingRow[],
  edits: Edits,
  view: Pick<SettingsView, 'secrets'>,
): ReadonlyMap<SettingKey, SettingValue | null> {
  const changed = new Set(changedFields(edits));
  return new Map(
    rows.flatMap((row): [SettingKey, SettingValue | null][] => {
      const text = edits.typed[row.key] ?? '';
      if (row.kind === 'secret' && text === '') {
        const isRemoved = edits.typed[removalOf(row.key)] === ON || isWithoutUse(row, edits, changed, view);
        return isRemoved ? [[row.key, null]] : [];
      }
      return changed.has(row.key) ? [[row.key, parseSetting(row, text)]] : [];
    }),
  );
}

/** Without a server there is no password. */
const isWithoutUse = (
  { key, neededBy = [] }: SettingRow,
  { typed }: Edits,
  changed: ReadonlySet<string>,
  view: Pick<SettingsView, 'secrets'>,
): boolean =>
  isSecretSet(view, key) && neededBy.some((needing) => changed.has(needing) && (typed[needing] ?? '').trim() === '');

/** A JSON Merge Patch: `log.level` becomes `{log: {level}}`. */
function mergePatchOf(changes: ReadonlyMap<SettingKey, SettingValue | null>): Patch {
  const patch: Patch = {};
  for (const [key, value] of changes) {
    const path = key.split('.');
    const last = path.pop() ?? key;
    let node = patch;
    for (const name of path) node = sectionOf(node, name);
    node[last] = value;
  }
  return patch;
}

type Patch = { [name: string]: Patch | SettingValue | null };

function sectionOf(patch: Patch, name: string): Patch {
  const present = patch[name];
  if (isPatch(present)) return present;
  const made: Patch = {};
  patch[name] = made;
  return made;
}

const isPatch = (value: Patch[string] | undefined): value is Patch =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export type SaveOutcome =
  | { readonly is: 'saved'; readonly view: SettingsView; readonly sent: Edits }
  /** nothing was saved: another administrator changed the same settings */
  | {
      readonly is: 'conflict';
      readonly view: SettingsView;
      readonly edits: Edits;
      readonly conflicts: readonly string[];
    }
  | { readonly is: 'failed'; readonly failure: ApiFailure };

/**
 * Writes the changed settings of a form and nothing else. The gateway has no version of the settings, so they are read
 * first: what another administrator changed is shown before it is overwritten.
 */
export async function saveSection(
  api: Pick<Api, 'get' | 'send'>,
  rows: readonly SettingRow[],
  edits: Edits,
): Promise<SaveOutcome> {
  const read: ApiResult<SettingsView> = await api.get(SETTINGS_PATH);
  if (!read.ok) return { is: 'failed', failure: read };
  const { value: view } = read;
  const followed = followView(rows, edits, view, true);
  if (followed.conflicts.length > 0) return { is: 'conflict', view, ...followed };
  const changes = changesOf(rows, followed.edits, view);
  if (changes.size === 0) return { is: 'saved', view, sent: followed.edits };
  const saved: ApiResult<SettingsView> = await api.send('PATCH', SETTINGS_PATH, mergePatchOf(changes));
  return saved.ok ? { is: 'saved', view: saved.value, sent: followed.edits } : { is: 'failed', failure: saved };
}
