import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { replaceFile } from '../../src/disk/durable.js';
import { useFolder } from '../support/store/folder.js';

describe('replaceFile', () => {
  const folder = useFolder();

  it('chunks of any size are written in few writes of whole pages, also those that share memory', async () => {
    const path = join(folder(), 'file');
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`);
    const long = 'x'.repeat(200_000);
    function* chunks(): Generator<Uint8Array> {
      const shared = Buffer.alloc(20);
      for (const line of lines) yield shared.subarray(0, shared.write(line));
      yield Buffer.from(long);
      yield Buffer.from('last');
    }
    const writes: number[] = [];
    const counter = {
      onWrite: (position: number) => void writes.push(position),
      onSync: () => undefined,
      onFolderSync: () => undefined,
    };
    await replaceFile(path, chunks(), { counter });
    expect(readFileSync(path, 'utf8') === `${lines.join('')}${long}last`).to.equal(true);
    expect(writes).to.have.length.below(10);
    expect(writes.filter((position) => position % 4_096 !== 0)).to.deep.equal([]);
  });

  it('a file without chunks is empty', async () => {
    const path = join(folder(), 'file');
    await replaceFile(path, []);
    expect(readFileSync(path)).to.have.length(0);
  });
});
