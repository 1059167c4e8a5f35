import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { cacheFile } from '../../../src/cli/code-cache/bundled-gateway.js';
import { loadCached, type Cached } from '../../../src/cli/code-cache/load-cached.js';
import { useFolder } from '../../support/store/folder.js';

type Tested = { readonly answer: () => number; readonly folder: string; readonly eol: string };

const sourceOf = (answer: number): string =>
  `const { EOL } = require('node:os');\nexports.answer = () => ${answer};\nexports.folder = __dirname;\nexports.eol = EOL;\n`;

describe('the code cache', () => {
  const folder = useFolder();
  const file = (): string => join(folder(), 'module.cjs');
  const cache = (): string => join(folder(), 'cache/waypost/module.cache');
  const load = (): Cached<Tested> => loadCached<Tested>(file(), cache());
  const shown = ({ exports, wasCached }: Cached<Tested>): readonly [boolean, number] => [wasCached, exports.answer()];

  beforeEach(() => {
    writeFileSync(file(), sourceOf(42));
  });

  it('a module is the same with and without it, and only its owner can read it', async () => {
    const first = load();
    expect(shown(first)).to.deep.equal([false, 42]);
    await first.save();
    const second = load();
    expect(shown(second)).to.deep.equal([true, 42]);
    expect([second.exports.folder, second.exports.eol]).to.deep.equal([folder(), '\n']);
    expect([statSync(cache()).mode & 0o777, statSync(join(folder(), 'cache')).mode & 0o777]).to.deep.equal([
      0o600, 0o700,
    ]);
  });

  it('it is not used for another source of the same length', async () => {
    await load().save();
    writeFileSync(file(), sourceOf(43));
    const changed = load();
    expect(shown(changed)).to.deep.equal([false, 43]);
    await changed.save();
    expect(shown(load())).to.deep.equal([true, 43]);
  });

  it('it is not used when any of its bytes is damaged or it is cut short', async () => {
    await load().save();
    const bytes = readFileSync(cache());
    for (let at = 0; at < bytes.length; at += 7) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(cache(), damaged);
      expect(shown(load()), `byte ${at}`).to.deep.equal([false, 42]);
    }
    for (const length of [0, 1, 31, 32, 33, bytes.length - 1]) {
      writeFileSync(cache(), bytes.subarray(0, length));
      expect(shown(load()), `${length} bytes`).to.deep.equal([false, 42]);
    }
    writeFileSync(cache(), bytes);
    expect(shown(load())).to.deep.equal([true, 42]);
  });

  it('it is not used when others can write it', async () => {
    await load().save();
    for (const mode of [0o620, 0o602]) {
      chmodSync(cache(), mode);
      expect(load().wasCached).to.equal(false);
    }
  });

  it('where it cannot be written, the module runs without it and nothing is left behind', async () => {
    writeFileSync(join(folder(), 'cache'), 'a file');
    const problem = await load()
      .save()
      .then(() => 'written', String);
    expect(problem).to.match(/EEXIST|ENOTDIR/);
    expect([load().wasCached, readdirSync(folder()).toSorted()]).to.deep.equal([false, ['cache', 'module.cjs']]);
    expect(loadCached<Tested>(file(), undefined).exports.answer()).to.equal(42);
  });

  it('it lies in the cache folder of the service, or of the user', () => {
    const name = 'run-gateway.cache';
    expect([
      cacheFile({ CACHE_DIRECTORY: '/var/cache/waypost', XDG_CACHE_HOME: '/c', HOME: '/home/eve' }),
      cacheFile({ XDG_CACHE_HOME: '/c', HOME: '/home/eve' }),
      cacheFile({ XDG_CACHE_HOME: '', HOME: '/home/eve' }),
      cacheFile({ XDG_CACHE_HOME: 'relative', HOME: 'relative' }),
      cacheFile({}),
    ]).to.deep.equal([
      `/var/cache/waypost/${name}`,
      `/c/waypost/${name}`,
      `/home/eve/.cache/waypost/${name}`,
      undefined,
      undefined,
    ]);
  });
});
