import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkMap } from '../../../src/cli/check/map.js';
import { checkFolder } from '../../../src/store/check/check.js';
import { useFolder } from '../../support/folder.js';
import { pmtilesOf } from '../../support/pmtiles.js';
import { openTestStore } from '../../support/store.js';

describe('what waypost check says of the map', () => {
  const folder = useFolder();
  const archive = pmtilesOf({ tiles: [{ z: 3, x: 4, y: 2, bytes: Buffer.from('tile') }], type: 1 });
  const put = (bytes: Uint8Array): void => {
    writeFileSync(join(folder(), 'map.pmtiles'), bytes, { mode: 0o644 });
  };

  it('is nothing where there is no archive', async () => {
    expect(await checkMap(folder())).to.deep.equal([]);
  });

  it('is what the archive has', async () => {
    put(archive);
    expect(await checkMap(folder())).to.deep.equal([
      {
        area: 'data',
        state: 'ok',
        what: `the map has ${join(folder(), 'map.pmtiles')}, 1 MB: vector tiles of zooms 3 to 3`,
        remedy: null,
      },
    ]);
  });

  it('warns of one that can not be shown, with the way out', async () => {
    put(archive.subarray(0, 130));
    const [line] = await checkMap(folder());
    expect(line).to.deep.include({ state: 'warning', remedy: 'copy it again' });
    expect(line?.what).to.match(
      /^the map does without its archive: \/.*map\.pmtiles has 130 bytes and should have \d+$/,
    );
  });

  it('leaves the store as well as it was: the archive is no part of it, and anyone may read it', async () => {
    await (await openTestStore(folder())).close();
    put(archive);
    expect((await checkFolder(folder())).findings).to.deep.equal([]);
  });
});
