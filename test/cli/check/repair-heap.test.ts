import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { heapAdvice } from '../../../src/cli/check/repair-heap.js';
import { useFolder } from '../../support/store/folder.js';

const MIB = 1_048_576;

describe('the heap that a repair takes', () => {
  const folder = useFolder();

  it('a state that may not fit into the heap of the process is named, with the command that gives it more', async () => {
    writeFileSync(join(folder(), 'state.1.json'), '');
    truncateSync(join(folder(), 'state.1.json'), 100 * MIB);
    expect(await heapAdvice(folder(), 300 * MIB)).to.equal(
      'the state has 100 MiB, and the repair may take 500 MiB of heap, more than the 300 MiB of this process: if it runs ' +
        'out of memory, run it as: sudo -u waypost env NODE_OPTIONS=--max-old-space-size=500 waypost check --repair',
    );
    expect(await heapAdvice(folder(), 500 * MIB)).to.equal(null);
  });

  it('a folder without a snapshot needs no more heap than any process has', async () => {
    expect(await heapAdvice(folder())).to.equal(null);
  });
});
