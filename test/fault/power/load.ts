import { join } from 'node:path';
import { createTestClock } from '../../support/time/clock.js';
import { createPrng } from '../../../src/simulator/prng.js';
import { randomInt } from './random-int.js';
import { writeBackup } from '../../../src/store/backup/backup.js';
import { createNotes } from './notes.js';
import { randomSizes } from './sizes.js';
import { contentsOf, oldestIn, openSmallStore } from './stored.js';
import { batch, batchSize, changeOf } from './workload.js';

/**
 * Loads a store under the shim: bursts of batches, each before the previous one is acknowledged, and sometimes a backup
 * at the same time. Each start has another configuration.
 * Arguments: watched folder, file of notes, number of the first change, batches to be acknowledged, seed.
 */
const [folder = '', notes = '', first = '1', acknowledgements = '100', seed = '1'] = process.argv.slice(2);

const note = createNotes(notes);
const random = createPrng(Number(seed));
const clock = createTestClock('2026-01-02T00:00:00.000Z');
const data = join(folder, 'data');
const store = await openSmallStore(data, clock, randomSizes(random));
note({ what: 'found', sequences: (await contentsOf(store)).sequences });

// As the gateway does at start: a configuration that keeps less than the last one drops a lot at once.
store.applyRetention();

let next = Number(first);
let left = Number(acknowledgements);

async function send(): Promise<void> {
  const sent = { first: next, count: batchSize(random) };
  next += sent.count;
  note({ what: 'sent', ...sent });
  await store.append(batch(sent.first, sent.count).map(changeOf));
  note({ what: 'acknowledged', ...sent });
  left -= 1;
}

/** Next to the data folder or, as a user may do, inside it. */
async function backUp(): Promise<void> {
  const name = `backup-${next}.gz`;
  const path = random() < 0.5 ? name : join('data', name);
  note({ what: 'backing up', path });
  await writeBackup({ folder: data, file: join(folder, path), made: new Date().toISOString() });
  note({ what: 'backed up', path, oldest: oldestIn(await contentsOf(store)) });
}

let backup: Promise<void> | undefined;
while (left > 0) {
  clock.advance(randomInt(random, 0, 30));
  if (random() < 0.4) {
    backup ??= backUp().finally(() => {
      backup = undefined;
    });
  }
  const burst = Array.from({ length: randomInt(random, 1, 6) }, send);
  await Promise.race(burst);
  if (random() < 0.3) await Promise.all(burst);
  if (left <= 0) await Promise.all(burst);
}
await backup;
await store.close();
