import type { Entry } from '../../schema/entry.js';
import { misfitIn } from '../../schema/stored/entry-forms.js';
import type { Segment } from '../log/segment.js';
import { applyEntry } from './fold.js';
import { emptyState, type State } from './state.js';

/**
 * The collections that a version since 1.0.0 added, with the kinds of entries that change them: all lie in the stream `other`.
 * An older version ignores such entries and writes a state without the collection, but the log keeps them.
 */
const KINDS = {
  accessKeys: ['access-key', 'access-key-removed', 'access-keys-used', 'user-removed'],
  depots: ['depot', 'depot-removed'],
  depotDevices: ['depot-device'],
  configured: ['configuration'],
} as const satisfies { readonly [Name in keyof State]?: readonly Entry['kind'][] };

type Refolded = keyof typeof KINDS;

/**
 * Fills the collections which the snapshot did not have from the entries that the log kept; returns their number.
 * `missing`: fields of the state that the snapshot did not have; `segments`: oldest first.
 */
export async function refoldMissing(
  state: State,
  missing: readonly string[],
  segments: readonly Pick<Segment, 'read'>[],
): Promise<number> {
  const names = (Object.keys(KINDS) as Refolded[]).filter((name) => missing.includes(name));
  if (names.length === 0) return 0;
  const kinds: readonly string[] = names.flatMap((name) => KINDS[name]);
  // What belongs to a user counts while the user is there. Nothing else of the state is read or changed.
  const folded: State = { ...emptyState(), users: new Map(state.users) };
  let count = 0;
  for (const segment of segments) {
    const found = await entriesOf(segment, kinds);
    for (const entry of found) applyEntry(folded, entry);
    count += found.length;
  }
  for (const name of names) {
    const target: Map<string, unknown> = state[name];
    target.clear();
    for (const [key, value] of folded[name]) target.set(key, value);
  }
  return count;
}

/** The entries of these kinds, in order of arrival. */
async function entriesOf(segment: Pick<Segment, 'read'>, kinds: readonly string[]): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  const marks = kinds.map((kind) => `"kind":"${kind}"`);
  // The stream may have the telemetry of years: a search takes a hundredth of the time of reading its entries.
  const mayHave = (lines: Buffer): boolean => marks.some((mark) => lines.includes(mark));
  for await (const slice of segment.read('other', -Infinity, Infinity, mayHave)) {
    for (const { entry } of slice) if (kinds.includes(entry.kind) && misfitIn(entry) === undefined) found.push(entry);
  }
  return found.sort((one, other) => one.n - other.n);
}
