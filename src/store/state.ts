import {
  emptyQuarantine,
  type HeldDevice,
  type Kept,
  type Quarantine,
  type ReadonlyQuarantine,
} from '../domain/quarantine.js';
import type { Device, Source } from '../schema/device.js';
import type { Group } from '../schema/group.js';
import type { ApiUsage, Sequence, TelemetryValues } from '../schema/entry.js';
import type { Location } from '../schema/location.js';
import type { Credential, User } from '../schema/user.js';

/** When and where a device was last heard; UTC. */
export type Heard = { readonly at: string; readonly source: Source };

/**
 * The log folded up to entry `n`. It holds entities and the latest of each device, never history, so it stays small.
 * Maps, not objects: an id may be `__proto__`.
 */
export type State = {
  version: number;
  n: number;
  gatewayId: string | null;
  readonly users: Map<string, User>;
  /** by user id */
  readonly credentials: Map<string, Credential>;
  /** hashes by user id */
  readonly passwords: Map<string, string>;
  /** by user id: when a token was last given out, UTC */
  readonly logins: Map<string, string>;
  readonly devices: Map<string, Device>;
  readonly groups: Map<string, Group>;
  /** by device id: the newest credible fix, not the newest arrival */
  readonly lastLocations: Map<string, Location>;
  /** by device id */
  readonly heard: Map<string, Heard>;
  /** by device id: up to where the records of each of its last epochs are stored, newest epoch last */
  readonly sequences: Map<string, readonly Sequence[]>;
  /** by device id: what it told since its last location */
  readonly telemetry: Map<string, TelemetryValues>;
  /** by user id */
  readonly usage: Map<string, ApiUsage>;
  /** what came under ids that are not registered */
  readonly quarantine: Quarantine;
};

/** What everyone but the fold may do with the state: look. */
export type ReadonlyState = {
  readonly [Field in keyof State]: State[Field] extends Map<infer Key, infer Value>
    ? ReadonlyMap<Key, Value>
    : State[Field] extends Quarantine
      ? ReadonlyQuarantine
      : State[Field];
};

export const emptyState = (): State => ({
  version: 1,
  n: 0,
  gatewayId: null,
  users: new Map(),
  credentials: new Map(),
  passwords: new Map(),
  logins: new Map(),
  devices: new Map(),
  groups: new Map(),
  lastLocations: new Map(),
  heard: new Map(),
  sequences: new Map(),
  telemetry: new Map(),
  usage: new Map(),
  quarantine: emptyQuarantine(),
});

/** The state as plain JSON, maps as objects. */
export const stringifyState = (state: State): string =>
  JSON.stringify(state, (_name, value: unknown) =>
    value instanceof Map ? plainObject(value as ReadonlyMap<string, unknown>) : value,
  );

const plainObject = (map: ReadonlyMap<string, unknown>): Record<string, unknown> => Object.fromEntries(map);

/** The inverse of `stringifyState`; fields that a former version did not have are empty. */
export function parseState(text: string): State {
  const state = emptyState();
  const stored = JSON.parse(text) as Record<string, object | undefined>;
  const fields = Object.entries(state).map(([name, empty]: [string, unknown]) => {
    const value = stored[name];
    if (empty instanceof Map) return [name, new Map(Object.entries(value ?? {}))];
    return [name, value ?? empty];
  });
  const quarantine = stored.quarantine as PlainQuarantine | undefined;
  return { ...(Object.fromEntries(fields) as State), quarantine: withMaps(quarantine) };
}

type Plain<Held> = Omit<Held, 'records'> & { readonly records: Readonly<Record<string, Kept>> };
type PlainQuarantine = Omit<Quarantine, 'devices'> & { readonly devices: Readonly<Record<string, Plain<HeldDevice>>> };

/** An object has ids that look like numbers first: in what order they were heard only their entries tell. */
function withMaps({ devices, ...totals }: PlainQuarantine = { ...emptyQuarantine(), devices: {} }): Quarantine {
  const held = Object.entries(devices)
    .map(([id, one]): [string, HeldDevice] => [id, { ...one, records: new Map(Object.entries(one.records)) }])
    .sort(([, a], [, b]) => a.until - b.until);
  return { ...totals, devices: new Map(held) };
}
