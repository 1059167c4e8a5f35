import { chmodSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadCached, type Cached } from '../../../src/cli/code-cache/load-cached.js';
import { useFolder } from '../../support/store/folder.js';

describe('the folder of the code cache', () => {
  const folder = useFolder();
  const file = (): string => join(folder(), 'module.cjs');
  const cache = (): string => join(folder(), 'cache/waypost/module.cache');
  const load = (): Cached<unknown> => loadCached(file(), cache());

  beforeEach(() => {
    writeFileSync(file(), 'exports.answer = () => 42;\n');
  });

  it('nothing is written where others can write, and no link is followed', async () => {
    const victim = join(folder(), 'victim');
    writeFileSync(victim, 'precious');
    const written = join(folder(), 'cache/waypost');
    mkdirSync(written, { recursive: true, mode: 0o700 });
    symlinkSync(victim, `${cache()}.${process.pid}`);
    symlinkSync(victim, cache());
    chmodSync(written, 0o777);
    const problem = await load()
      .save()
      .then(() => 'written', String);
    expect(problem).to.equal(`Error: ${written} belongs to another user, or others can write to it`);
    chmodSync(written, 0o700);
    await load().save();
    expect([readFileSync(victim, 'utf8'), lstatSync(cache()).isFile(), load().wasCached]).to.deep.equal([
      'precious',
      true,
      true,
    ]);
  });
});
