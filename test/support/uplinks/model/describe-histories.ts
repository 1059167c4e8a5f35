import { expect } from 'chai';
import { MODEL_TYPES, runHistory } from './history.js';

const SEED = Number(process.env.WAYPOST_UPLINK_SEED ?? 20_261_126);
const MS_PER_HISTORY = 2_000;
/** Resets in a row: one names the first number that is used twice. */
const MAX_RESETS = 1;

/** Runs this many histories of each type; a failure names the seed of its history. */
export function describeHistories(count: number): void {
  describe(`${count} random histories of a gateway, its card and its far side, from seed ${SEED} on`, () => {
    for (const type of MODEL_TYPES) {
      it(`${type}: nothing is missing, nothing is there twice, and each stop names a command that works`, async function () {
        this.timeout(count * MS_PER_HISTORY);
        let [images, stops, records] = [0, 0, 0];
        for (let seed = SEED; seed < SEED + count; seed += 1) {
          const { missing, twice, resets, end, steps, ...counts } = await runHistory(type, seed);
          const what = `seed ${seed}: ${steps.join(', ')}`;
          expect({ missing, twice }, what).to.deep.equal({ missing: [], twice: [] });
          expect(end, what).to.match(/^idle 0/);
          expect(resets, what).to.be.at.most(MAX_RESETS);
          [images, stops, records] = [images + counts.images, stops + counts.stops, records + counts.records];
        }
        // Histories without them would show nothing.
        expect(images).to.be.greaterThan(count / 2);
        expect(records).to.be.greaterThan(count * 20);
        if (type !== 'mqtt') expect(stops).to.be.greaterThan(0);
      });
    }
  });
}
