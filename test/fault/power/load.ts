import { join } from 'node:path';
import { createTestClock } from '../../support/clock.js';
import { between, createChance } from './chance.js';
import { createNotes } from './notes.js';
import { contentsOf, openSmallStore } from './stored.js';
import { batch, batchSize, changeOf } from './workload.js';

/**
 * A store under load, to be run under the shim: bursts of batches, the next burst before the last is answered.
 * Arguments: watched folder, file of notes, number of the first change, batches to be acknowledged, seed.
 */
const [folder = '', notes = '', first = '1', acknowledgements = '100', seed = '1'] = process.argv.slice(2);

const note = createNotes(notes);
const chance = createChance(Number(seed));
const clock = createTestClock('2026-01-02T00:00:00.000Z');
const store = await openSmallStore(join(folder, 'data'), clock);
note({ what: 'found', sequences: (await contentsOf(store)).sequences });

let next = Number(first);
let left = Number(acknowledgements);

async function send(): Promise<void> {
  const sent = { first: next, count: batchSize(chance) };
  next += sent.count;
  note({ what: 'sent', ...sent });
  await store.append(batch(sent.first, sent.count).map(changeOf));
  note({ what: 'acknowledged', ...sent });
  left -= 1;
}

while (left > 0) {
  clock.advance(between(chance, 0, 30));
  const burst = Array.from({ length: between(chance, 1, 6) }, send);
  await Promise.race(burst);
  if (chance() < 0.3) await Promise.all(burst);
  if (left <= 0) await Promise.all(burst);
}
await store.close();
