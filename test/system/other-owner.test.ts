import { chownSync, readdirSync } from 'node:fs';
import { expect } from 'chai';
import { useFolder } from '../support/store/folder.js';
import { killAll, runWaypost } from '../support/gateway/waypost.js';

/** A user id that does not exist. */
const UID = 12_345;

describe('the data folder of another user', () => {
  const folder = useFolder();
  afterEach(killAll);

  for (const words of [
    ['restore', 'depot.gz'],
    ['check', '--repair'],
    ['user', 'list'],
  ]) {
    it(`waypost ${words.join(' ')} refuses the folder and names the owner's command`, async () => {
      chownSync(folder(), UID, UID);
      const waypost = runWaypost([...words, '--data', folder()]);
      expect(await waypost.ended).to.equal(1);
      expect(waypost.output()).to.contain(`sudo -u '#${UID}' waypost`);
      expect(readdirSync(folder())).to.deep.equal([]);
    });
  }
});
