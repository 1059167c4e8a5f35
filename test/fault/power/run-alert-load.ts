import { join } from 'node:path';
import { createPrng } from '../../../src/simulator/prng.js';
import type { AlertMessages } from '../../../src/services/outbox/alert-messages.js';
import type { Store } from '../../../src/store/store.js';
import { createTestClock } from '../../support/time/clock.js';
import { createRules, depotChanges, MAX_REPORT, nextBlock, recordOf } from './alert-depot.js';
import { secondsIn } from './inspect-alerts.js';
import { createNotes } from './notes.js';
import { randomInt } from './random-int.js';
import { randomSizes } from './sizes.js';
import { openSmallStore } from './stored.js';
import { batch } from './workload.js';

type AppendTo = (store: Store) => AlertMessages['appendWithMessages'];

/** Stores records, their alerts and the states of rules in one append, as the gateway does. */
export const together: AppendTo =
  (store) =>
  async (records, others = []) => {
    await store.append([...others, ...records]);
  };

/** As a gateway would that computes alerts from stored records. */
export const apart: AppendTo =
  (store) =>
  async (records, others = []) => {
    await store.append(records.filter(({ kind }) => kind === 'location'));
    const computed = [...others, ...records.filter(({ kind }) => kind === 'alert')];
    if (computed.length > 0) await store.append(computed);
  };

/**
 * Loads a store with reports that raise alerts, under the shim: bursts, each before the previous one is acknowledged.
 * Arguments of the program: watched folder, file of notes, number of the first change, reports to be acknowledged, seed.
 */
export async function runAlertLoad(appendTo: AppendTo): Promise<void> {
  const [folder = '', notes = '', first = '1', acknowledgements = '100', seed = '1'] = process.argv.slice(2);
  const note = createNotes(notes);
  const random = createPrng(Number(seed));
  const clock = createTestClock('2026-11-22T00:00:00.000Z');
  // History is complete: the oracle computes the alerts from all records.
  const sizes = { ...randomSizes(random), retention: { days: 0, bytes: 0 } };
  const store = await openSmallStore(join(folder, 'data'), clock, sizes);
  note({ what: 'found', sequences: await secondsIn(store) });
  if (store.state.alertRules.size === 0) await store.append(depotChanges());
  const rules = createRules(store, clock, appendTo(store));
  let next = nextBlock(Number(first));
  let left = Number(acknowledgements);

  async function send(): Promise<void> {
    const sent = { first: next, count: randomInt(random, 1, MAX_REPORT) };
    next = nextBlock(next + sent.count);
    note({ what: 'sent', ...sent });
    await rules.append(batch(sent.first, sent.count).map(recordOf));
    note({ what: 'acknowledged', ...sent });
    left -= 1;
  }

  while (left > 0) {
    clock.advance(randomInt(random, 0, 30));
    const burst = Array.from({ length: randomInt(random, 1, 6) }, send);
    await Promise.race(burst);
    if (random() < 0.3 || left <= 0) await Promise.all(burst);
  }
  await store.close();
}
