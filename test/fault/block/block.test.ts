import { expect } from 'chai';
import { useFolder } from '../../support/folder.js';
import { describeOutcome, type Outcome, type Subject } from '../power/campaign.js';
import { compileShim } from '../power/shim.js';
import { ours, stockLowdb, withoutSync } from '../power/subjects.js';
import { blockCampaign } from './block-campaign.js';

/** On each of the two ways in which ext4 is mounted. */
const IMAGES = Number(process.env.WAYPOST_POWER_IMAGES ?? 120);
const CONTROL_IMAGES = 30;
/** How the kernel is asked to treat a file replaced by rename: with and without its kindness to those who do not sync. */
const ways = ['defaults', 'noauto_da_alloc'];

describe('a power cut below ext4', function () {
  this.timeout(60_000 + IMAGES * 2000);
  const folder = useFolder();

  async function run(name: string, subject: Subject, mountOptions: string, images: number): Promise<Outcome> {
    const shim = await compileShim(folder());
    const outcome = await blockCampaign({ shim, subject, mountOptions, images, acknowledgements: 150, seed: 1 });
    console.log(describeOutcome(`${name}, ${mountOptions}`, outcome));
    return outcome;
  }

  for (const way of ways) {
    it(`mounted with ${way}: ${IMAGES} images, nothing acknowledged is lost`, async () => {
      const { bad, examples, acknowledged } = await run('the store', ours, way, IMAGES);
      expect(examples.slice(0, 10)).to.deep.equal([]);
      expect(bad).to.equal(0);
      expect(acknowledged).to.be.greaterThan(100);
    });

    it(`mounted with ${way}: the same store without a sync is found out`, async () => {
      const { faults } = await run('no sync', withoutSync, way, CONTROL_IMAGES);
      expect(faults.get('lost')).to.be.greaterThan(CONTROL_IMAGES / 2);
    });

    it(`mounted with ${way}: lowdb as it comes is found out`, async () => {
      const { bad } = await run('stock lowdb', stockLowdb, way, CONTROL_IMAGES);
      expect(bad).to.be.greaterThan(CONTROL_IMAGES / 2);
    });
  }
});
