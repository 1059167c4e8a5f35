import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { namesOf } from '../../src/serial/names.js';

describe('names of a device', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-names-'));
    for (const name of ['by-id', 'by-path']) mkdirSync(join(folder, name));
    for (const name of ['ttyUSB0', 'ttyUSB1']) writeFileSync(join(folder, name), '');
    symlinkSync('../ttyUSB0', join(folder, 'by-id/usb-first'));
    symlinkSync('../ttyUSB1', join(folder, 'by-id/usb-second'));
    symlinkSync('../ttyUSB0', join(folder, 'by-path/pci-1'));
    symlinkSync('../ttyUSB9', join(folder, 'by-path/pci-gone'));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  const within = (): string[] => [join(folder, 'by-id'), join(folder, 'by-path'), join(folder, 'none')];

  it('are all links that lead to it', async () => {
    expect(await namesOf(join(folder, 'ttyUSB0'), within())).to.deep.equal([
      join(folder, 'by-id/usb-first'),
      join(folder, 'by-path/pci-1'),
    ]);
  });

  it('are found from one of them', async () => {
    expect(await namesOf(join(folder, 'by-path/pci-1'), within())).to.have.length(2);
  });

  it('are none when the device is gone', async () => {
    expect(await namesOf(join(folder, 'ttyUSB9'), within())).to.deep.equal([]);
  });
});
