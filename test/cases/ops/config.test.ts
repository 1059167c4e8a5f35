import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadSettings } from '../../../src/config.js';
import { opsCase } from '../../support/cases/ops-case.js';
import { startGateway } from '../../support/gateway/gateway.js';
import { useFolder } from '../../support/store/folder.js';

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

describe('a configuration that another program saved', () => {
  const folder = useFolder();

  it('K16a: a byte order mark is no part of the configuration, and its keys apply', async () => {
    const { hex } = opsCase('K16a').input as { readonly hex: string };
    const file = join(folder(), 'saved.json');
    writeFileSync(file, Buffer.from(hex, 'hex'));
    const { config, configured } = await loadSettings({ config: file }, {});
    expect(config.mdns.enabled).to.equal(false);
    expect([...configured]).to.deep.equal(['mdns.enabled']);
    const gateway = await startGateway({ folder: folder(), arguments: ['--config', file] });
    expect(await gateway.end('SIGTERM')).to.equal(0);
  });

  it('line ends of other systems and spaces at both ends are no part of it', async () => {
    const file = join(folder(), 'waypost.json');
    for (const text of ['{}', '\r\n{\r\n "log": {}\r\n}\r\n', '\t{ }\n\n']) {
      writeFileSync(file, Buffer.concat([Buffer.from(BYTE_ORDER_MARK), Buffer.from(text)]));
      expect((await loadSettings({ config: file }, {})).configured.size, JSON.stringify(text)).to.equal(0);
    }
  });
});
