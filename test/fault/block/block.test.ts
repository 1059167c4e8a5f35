import { expect } from 'chai';
import { useFolder } from '../../support/store/folder.js';
import { describeOutcome, type Outcome, type Subject } from '../power/campaign.js';
import { compileShim } from '../power/shim.js';
import { waypostStore, stockLowdb, storeWithoutSync } from '../power/subjects.js';
import { blockCampaign } from './block-campaign.js';

/** For each of the two mount options of ext4. */
const IMAGES = Number(process.env.WAYPOST_POWER_IMAGES ?? 120);
const CONTROL_IMAGES = 30;
/** With and without ext4's automatic sync of files that are replaced by rename. */
const MOUNT_OPTIONS = ['defaults', 'noauto_da_alloc'];

describe('a power cut below ext4', function () {
  this.timeout(this.timeout() + IMAGES * 2000);
  const folder = useFolder();

  async function run(name: string, subject: Subject, mountOptions: string, images: number): Promise<Outcome> {
    const shim = await compileShim(folder());
    const outcome = await blockCampaign({ shim, subject, mountOptions, images, acknowledgements: 150, seed: 1 });
    console.log(describeOutcome(`${name}, ${mountOptions}`, outcome));
    return outcome;
  }

  for (const options of MOUNT_OPTIONS) {
    it(`the store loses nothing acknowledged in ${IMAGES} images of ext4 mounted with ${options}`, async () => {
      const { bad, examples, acknowledged } = await run('the store', waypostStore, options, IMAGES);
      expect(examples.slice(0, 10)).to.deep.equal([]);
      expect(bad).to.equal(0);
      expect(acknowledged).to.be.greaterThan(100);
    });

    it(`the suite detects the same store without syncs on ext4 mounted with ${options}`, async () => {
      const { faults } = await run('no sync', storeWithoutSync, options, CONTROL_IMAGES);
      expect(faults.get('lost')).to.be.greaterThan(CONTROL_IMAGES / 2);
    });

    it(`the suite detects stock lowdb on ext4 mounted with ${options}`, async () => {
      const { bad } = await run('stock lowdb', stockLowdb, options, CONTROL_IMAGES);
      expect(bad).to.be.greaterThan(CONTROL_IMAGES / 2);
    });
  }
});
