import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkMap } from '../../../src/cli/check/data.js';
import { checkFolder } from '../../../src/store/check/check.js';
import { useFolder } from '../../support/store/folder.js';
import { pmtilesOf } from '../../support/map/pmtiles.js';
import { openTestStore } from '../../support/store/store.js';

describe('checkMap', () => {
  const folder = useFolder();
  const archive = pmtilesOf({ tiles: [{ z: 3, x: 4, y: 2, bytes: Buffer.from('tile') }], type: 1 });
  const put = (bytes: Uint8Array): void => {
    writeFileSync(join(folder(), 'map.pmtiles'), bytes, { mode: 0o644 });
  };

  it('a folder without an archive gives no finding', async () => {
    expect(await checkMap(folder())).to.deep.equal([]);
  });

  it('an archive is reported with its size and zoom levels', async () => {
    put(archive);
    expect(await checkMap(folder())).to.deep.equal([
      {
        area: 'data',
        state: 'ok',
        what: `map archive ${join(folder(), 'map.pmtiles')}, 1 MB: vector tiles, zoom levels 3 to 3`,
        remedy: null,
      },
    ]);
  });

  it('an unusable archive is a warning with the fix', async () => {
    put(archive.subarray(0, 130));
    const [finding] = await checkMap(folder());
    expect(finding).to.deep.include({ state: 'warning', remedy: 'copy it again' });
    expect(finding?.what).to.match(/^map archive not used: \/.*map\.pmtiles has 130 bytes instead of \d+$/);
  });

  it('the archive is not a part of the store, so its permissions are no problem', async () => {
    await (await openTestStore(folder())).close();
    put(archive);
    expect((await checkFolder(folder())).findings).to.deep.equal([]);
  });
});
