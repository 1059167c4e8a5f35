import type { LocationRecord } from '../../../src/schema/entry.js';
import type { Fed } from '../ports/feeder.js';
import { RECORDS_PER_PACKET, timeOf, trackerIdOf } from './fleet.js';
import type { Sent } from './trackers.js';

/** Records. */
export type Compared = {
  readonly sent: number;
  readonly stored: number;
  readonly unacknowledged: number;
  readonly lost: number;
  readonly twice: number;
  readonly notSent: number;
  readonly portsSent: number;
  readonly portsStored: number;
};

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
const times = (packets: number): string[] =>
  Array.from({ length: packets * RECORDS_PER_PACKET }, (_, record) => new Date(timeOf(record)).toISOString());

/** Compares what is stored with what the trackers sent, and with what was acknowledged. */
export function compare(
  locations: ReadonlyMap<number, LocationRecord>,
  { sent, acknowledged }: Pick<Sent, 'sent' | 'acknowledged'>,
  fed: Pick<Fed, 'records'>,
): Compared {
  const ids = new Set(sent.map((_, tracker) => trackerIdOf(tracker)));
  const stored = new Map<string, Set<string>>();
  let [all, twice, ofPorts] = [0, 0, 0];
  for (const { deviceId, location } of locations.values()) {
    if (!ids.has(deviceId)) {
      ofPorts += 1;
      continue;
    }
    const own = stored.get(deviceId) ?? new Set();
    stored.set(deviceId, own);
    if (own.has(location.dateTime)) twice += 1;
    own.add(location.dateTime);
    all += 1;
  }
  let [lost, expected] = [0, 0];
  for (const [tracker, packets] of sent.entries()) {
    const own = stored.get(trackerIdOf(tracker));
    lost += times(acknowledged[tracker] ?? 0).filter((time) => own?.has(time) !== true).length;
    expected += times(packets).filter((time) => own?.has(time) === true).length;
  }
  return {
    ...{ stored: all, twice, lost },
    sent: sumOf(sent) * RECORDS_PER_PACKET,
    unacknowledged: (sumOf(sent) - sumOf(acknowledged)) * RECORDS_PER_PACKET,
    notSent: all - twice - expected,
    ...{ portsSent: fed.records, portsStored: ofPorts },
  };
}
