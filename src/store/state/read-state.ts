import {
  emptyQuarantine,
  recordKeyOf,
  type MutableUnknownDevice,
  type QuarantineState,
} from '../../domain/devices/quarantine.js';
import { seriesKey } from '../../domain/messages/alert-throttle.js';
import { jsonMembers, jsonValue } from './json-members.js';
import { createSizedMap, valueBytes } from './sized-map.js';
import { emptyState, type ListedQuarantine, type State } from './state.js';
import { formOfMap, unknownDeviceForm, wrongInField } from './state-forms.js';

export const parseState = (text: string): State => readState(Buffer.from(text));

/** Called with what is left out of a state: the place, as `devices/bus-1`, and what does not fit there. */
export type OnMisfit = (place: string, wrong: string) => void;

/**
 * The inverse of `stateChunks`; fields that a previous version did not have are empty. A value that does not have the form of
 * its collection is left out. Throws without a number: such a state has no place in front of a log.
 */
export function readState(bytes: Buffer, onMisfit: OnMisfit = () => undefined): State {
  const state = emptyState();
  const known = new Map<string, unknown>(Object.entries(state));
  const stored: Record<string, object | undefined> = {};
  for (const member of jsonMembers(bytes)) {
    const { name, start } = member;
    const empty = known.get(name);
    if (empty instanceof Map) readMap(bytes, { name, start, map: empty as Map<string, unknown>, onMisfit });
    else if (known.has(name)) stored[name] = fieldOf(name, jsonValue(bytes, member), onMisfit) as object;
  }
  if (stored.n === undefined || stored.version === undefined) throw new Error('it has no number of an entry');
  const fields = Object.entries(state).map(([name, empty]: [string, unknown]) => {
    const value = stored[name];
    return [name, empty instanceof Map ? empty : (value ?? empty)];
  });
  const quarantine = stored.quarantine as ListedQuarantine | undefined;
  const parsed = Object.fromEntries(fields) as State;
  return {
    ...parsed,
    // A previous version had a key for each name of an alert; of two, the newer one is last and stays.
    series: createSizedMap(
      valueBytes,
      [...parsed.series.values()].map((series) => [seriesKey(series), series]),
    ),
    quarantine: quarantine ? parseQuarantine(quarantine, onMisfit) : emptyQuarantine(),
  };
}

type StoredMap = {
  readonly name: string;
  readonly start: number;
  readonly map: Map<string, unknown>;
  readonly onMisfit: OnMisfit;
};

function readMap(bytes: Buffer, { name, start, map, onMisfit }: StoredMap): void {
  if (bytes[start] !== OPEN_OBJECT) {
    onMisfit(name, ' must be an object');
    return;
  }
  const wrongIn = formOfMap(name);
  for (const member of jsonMembers(bytes, start)) {
    const value = jsonValue(bytes, member);
    const wrong = wrongIn(member.name, value);
    if (wrong === undefined) map.set(member.name, value);
    else onMisfit(`${name}/${member.name}`, wrong);
  }
}

const OPEN_OBJECT = 0x7b;

/** Undefined: it is left out. */
function fieldOf(name: string, value: unknown, onMisfit: OnMisfit): unknown {
  const wrong = wrongInField(name, value);
  if (wrong === undefined) return value;
  onMisfit(name, wrong);
  return undefined;
}

/** The totals are those of the records that are read. */
function parseQuarantine({ devices: listed, dropped }: ListedQuarantine, onMisfit: OnMisfit): QuarantineState {
  const devices = new Map<string, MutableUnknownDevice>();
  let [records, chars] = [0, 0];
  for (const one of listed) {
    const wrong = unknownDeviceForm(one);
    if (wrong !== undefined) {
      onMisfit('quarantine', wrong);
      continue;
    }
    const { id, records: kept, ...device } = one;
    devices.set(id, { ...device, records: new Map(kept.map((each) => [recordKeyOf(each.change, each.n), each])) });
    records += kept.length;
    chars += kept.reduce((sum, each) => sum + each.chars, 0);
  }
  return { devices, records, chars, dropped };
}
