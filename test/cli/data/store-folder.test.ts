import { statSync } from 'node:fs';
import { expect } from 'chai';
import { assertOwner } from '../../../src/cli/data/store-folder.js';
import { messageOf } from '../../../src/errors.js';
import { useFolder } from '../../support/store/folder.js';

describe('assertOwner', () => {
  const folder = useFolder();

  it('a data folder of another user is refused, because that user’s gateway could not read files written here', async () => {
    const { uid } = statSync(folder());
    await assertOwner(folder(), uid);
    const message = await assertOwner(folder(), uid + 1).then(() => '', messageOf);
    expect(message).to.contain(`${folder()} belongs to another user`).and.contain(`sudo -u '#${uid}' waypost`);
  });
});
