import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readMachineNames } from '../../../src/services/system/machine-names.js';

describe('readMachineNames', () => {
  let folder = '';
  before(() => (folder = mkdtempSync(join(tmpdir(), 'waypost-names-'))));
  after(() => {
    rmSync(folder, { recursive: true });
  });
  const namesWith = (hostname: string, text: string): Promise<string[]> => {
    const resolvConf = join(folder, 'resolv.conf');
    writeFileSync(resolvConf, text);
    return readMachineNames({ hostname, resolvConf });
  };

  it('the name is known alone, with .local and with each search domain', async () => {
    expect(await namesWith('depot', 'nameserver 10.0.0.1\nsearch lan example.org.\n')).to.deep.equal([
      'depot',
      'depot.local',
      'depot.lan',
      'depot.example.org',
    ]);
    expect(await namesWith('depot', '# search x\ndomain\tfritz.box\noptions ndots:1')).to.include('depot.fritz.box');
  });

  it('a name with a domain is also known without it', async () => {
    expect(await namesWith('depot.example.org', 'search .\n')).to.deep.equal([
      'depot.example.org',
      'depot',
      'depot.local',
    ]);
  });

  it('a missing or endless file gives the name and a bounded number of others', async () => {
    const names = await readMachineNames({ hostname: 'depot', resolvConf: join(folder, 'none') });
    expect(names).to.deep.equal(['depot', 'depot.local']);
    expect(await namesWith('depot', `search ${'lan '.repeat(10)}${'a'.repeat(300)}`)).to.have.lengthOf(3);
    const many = Array.from({ length: 1_000 }, (_, index) => `d${index}`).join(' ');
    expect(await namesWith('depot', `search ${many}`)).to.have.lengthOf(34);
  });
});
