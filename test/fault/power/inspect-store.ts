import { join } from 'node:path';
import { messageOf } from '../../../src/errors.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock } from '../../support/clock.js';
import type { Complaint, Inspection } from './check.js';
import { contentsOf, openSmallStore } from './stored.js';
import { batch, changeOf, locationOf, trackers } from './workload.js';

/** Changes that no load sends, for looking whether the store goes on after the cut. */
const FURTHER = batch(900_001, 3);

/** Starts our store on what the disk holds, reads everything, stores more, and reads everything after another start. */
export async function inspectStore(folder: string): Promise<Inspection> {
  const data = join(folder, 'data');
  const found = await openAndRead(data, FURTHER);
  if (found.complaints.length > 0) return found;
  const again = await openAndRead(data, []);
  const expected = [...found.sequences, ...FURTHER].sort((a, b) => a - b).join();
  if (again.complaints.length === 0 && [...again.sequences].sort((a, b) => a - b).join() === expected) return found;
  const text = again.complaints.map((complaint) => `${complaint.fault}: ${complaint.text}`).join('; ');
  return { ...found, complaints: [{ fault: 'stuck', text: text || 'the next start does not find the same and more' }] };
}

async function openAndRead(data: string, further: readonly number[]): Promise<Inspection> {
  let store: Store;
  try {
    store = await openSmallStore(data, createTestClock('2026-01-03T00:00:00.000Z'));
  } catch (error) {
    return { sequences: [], complaints: [{ fault: 'does not start', text: messageOf(error) }] };
  }
  try {
    const { sequences, foreign } = await contentsOf(store);
    const complaints = foreign.map((text): Complaint => ({ fault: 'invented', text }));
    const { losses, entries } = store.status();
    if (losses.length > 0) complaints.push({ fault: 'loss said', text: losses.join('; ') });
    if (entries !== sequences.length) {
      complaints.push({ fault: 'gap', text: `${sequences.length} found, the last has number ${entries}` });
    }
    complaints.push(...staleLocations(store, sequences));
    if (further.length > 0) await store.append(further.map(changeOf));
    return { sequences, complaints };
  } catch (error) {
    return { sequences: [], complaints: [{ fault: 'stuck', text: messageOf(error) }] };
  } finally {
    await store.close();
  }
}

/** The state must be what the history folds to. */
function staleLocations({ state }: Store, sequences: readonly number[]): Complaint[] {
  return trackers.flatMap((deviceId): Complaint[] => {
    const times = sequences.flatMap((sequence) => {
      const change = changeOf(sequence);
      return change.kind === 'location' && change.v.deviceId === deviceId ? [locationOf(sequence).dateTime] : [];
    });
    const newest = times.sort().at(-1);
    const last = state.lastLocations.get(deviceId)?.dateTime;
    return last === newest ? [] : [{ fault: 'lost', text: `${deviceId} was last at ${last}, not at ${newest}` }];
  });
}
