import { statSync } from 'node:fs';
import { expect } from 'chai';
import { assertOwner } from '../../../src/cli/data/store-folder.js';
import { messageOf } from '../../../src/errors.js';
import { useFolder } from '../../support/folder.js';

describe('a data folder that is written beside the gateway', () => {
  const folder = useFolder();

  it('must be one’s own, since the gateway could not read what another user writes there', async () => {
    const { uid } = statSync(folder());
    await assertOwner(folder(), uid);
    const refused = await assertOwner(folder(), uid + 1).then(() => '', messageOf);
    expect(refused).to.contain(`${folder()} belongs to another user`).and.contain(`sudo -u '#${uid}' waypost`);
  });
});
