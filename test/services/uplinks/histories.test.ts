import { expect } from 'chai';
import { MODEL_TYPES, runHistory } from '../../support/uplinks/model/history.js';

const HISTORIES = Number(process.env.WAYPOST_UPLINK_HISTORIES ?? 60);
const SEED = Number(process.env.WAYPOST_UPLINK_SEED ?? 20_261_126);

describe('random histories of a gateway, its card and its far side', () => {
  for (const type of MODEL_TYPES) {
    it(`${type}: nothing is missing, nothing is there twice, and each stop names a command that works`, async function () {
      this.timeout(3_600_000);
      let [images, stops, records, most] = [0, 0, 0, 0];
      for (let seed = SEED; seed < SEED + HISTORIES; seed += 1) {
        const result = await runHistory(type, seed);
        const { missing, twice, end, resets } = result;
        expect({ seed, missing, twice }, JSON.stringify(result.steps)).to.deep.equal({ seed, missing: [], twice: [] });
        expect(end, `seed ${seed}`).to.match(/^idle 0/);
        [images, stops, records] = [images + result.images, stops + result.stops, records + result.records];
        most = Math.max(most, resets);
      }
      console.log({ type, images, stops, records, most });
    });
  }
});
