import { rmSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkNames } from '../../../src/cli/check/names.js';
import { validateConfig } from '../../../src/schema/config/config.js';
import { valueOf } from '../../../src/errors.js';
import type { CheckFinding } from '../../../src/cli/check/finding.js';

describe('the check of names', () => {
  let folder = '';
  before(() => (folder = mkdtempSync(join(tmpdir(), 'waypost-hosts-'))));
  after(() => {
    rmSync(folder, { recursive: true });
  });

  function check(hosts: string, config: object = {}): Promise<CheckFinding[]> {
    const hostsFile = join(folder, 'hosts');
    writeFileSync(hostsFile, hosts);
    const { http, mdns } = valueOf(validateConfig({ mdns: { name: 'North depot' }, ...config }));
    return checkNames(
      { http, mdns },
      {
        readMachineNames: () => Promise.resolve(['depot', 'depot.local']),
        hostsFile,
        addresses: () => ['10.0.0.5'],
      },
    );
  }

  it('the names that clients can use are listed', async () => {
    expect(
      await check('127.0.0.1 localhost\n127.0.1.1 depot\n10.0.0.9 printer\n', { http: { hosts: ['gw.example'] } }),
    ).to.deep.equal([
      {
        area: 'network',
        state: 'ok',
        what:
          'clients reach the gateway by its addresses and as gw.example, depot, depot.local, north-depot.local; ' +
          'http.hosts adds other names',
        remedy: null,
      },
    ]);
  });

  it('a name of this machine in the hosts file that is refused is a warning', async () => {
    const hosts = '127.0.1.1 Depot.Example.ORG. depot # own name\n10.0.0.5 gps ip6-localhost\n';
    const [found] = await check(hosts);
    expect(found).to.include({ state: 'warning', remedy: 'add the names that clients use to http.hosts' });
    expect(found?.what).to.match(/, but not as depot\.example\.org, gps \(\/.*hosts\)$/);
    expect(await check(hosts, { http: { hosts: ['GPS', 'depot.example.org'] } })).to.have.nested.property(
      '0.state',
      'ok',
    );
  });

  it('a gateway with a certificate has the names of it, so none is a warning', async () => {
    const [found] = await check('10.0.0.5 gps\n', { http: { tls: { enabled: true } } });
    expect(found?.state).to.equal('ok');
  });

  it('a missing hosts file and many names give one line', async () => {
    rmSync(join(folder, 'hosts'), { force: true });
    const http = { hosts: Array.from({ length: 20 }, (_, index) => `gw${index}.example`) };
    const [found] = await check('', { http });
    expect(found?.what).to.contain('gw7.example, …;');
  });
});
