import type { Change, Entry } from '../../../src/schema/entry.js';
import type { Store } from '../../../src/store/store.js';
import { deviceOf, fixAt, locationOf } from '../store/records.js';

export const DEVICES = ['bus', 'van', 'cab', 'tram'];
const deviceAt = (second: number): string => DEVICES[second % DEVICES.length] ?? '';

const alertOf = (deviceId: string, dateTime: string): Change => ({
  kind: 'alert',
  v: { deviceId, alert: { dateTime, alerts: ['SOSButton'] }, source: { protocol: 'http' } },
});

/** The ids of the records that were stored, by their lane. */
export type Stored = { readonly alerts: string[]; readonly history: string[] };

export const recordIdAt = ({ state }: Store, n: number): string => `depot:${state.generations.at(-1)?.id ?? ''}:${n}`;

/** The gateway `depot` with its devices. */
export async function storeDepot(store: Store): Promise<void> {
  const devices = [...DEVICES, DATED_DEVICE].map((id): Change => ({ kind: 'device', v: deviceOf(id) }));
  await store.append([{ kind: 'gateway', v: { id: 'depot' } }, ...devices]);
  await store.startGeneration();
}

/** A device without a clock: the gateway dates its records. */
const DATED_DEVICE = 'ship';

/** Stores this many records that the gateway dates, alerts and fixes in turn. */
export async function storeDatedRecords(store: Store, records: number, now: number, into: Stored): Promise<void> {
  const dateTime = new Date(now).toISOString();
  const changes = Array.from({ length: records }, (_, index) =>
    index % 2 === 0 ? alertOf(DATED_DEVICE, dateTime) : locationOf(DATED_DEVICE, { ...fixAt(index), dateTime }),
  );
  collect(store, await store.append(changes), into);
}

/** Stores this many records of all devices in turn, from `second` on; every tenth one is an alert. */
export async function storeRecords(store: Store, records: number, second: number, into: Stored): Promise<void> {
  for (let done = 0; done < records; done += 50) {
    const changes = Array.from({ length: Math.min(50, records - done) }, (_, index): Change => {
      const at = second + done + index;
      return at % 10 === 9 ? alertOf(deviceAt(at), fixAt(at).dateTime) : locationOf(deviceAt(at), fixAt(at));
    });
    collect(store, await store.append(changes), into);
  }
}

function collect(store: Store, entries: readonly Entry[], into: Stored): void {
  for (const { n, kind } of entries) into[kind === 'alert' ? 'alerts' : 'history'].push(recordIdAt(store, n));
}
