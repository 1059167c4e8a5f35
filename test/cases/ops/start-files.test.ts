import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadSettings } from '../../../src/config.js';
import { signIn, type Client } from '../../support/api/client.js';
import { useApp } from '../../support/gateway/app.js';
import { opsCase } from '../../support/cases/ops-case.js';
import { TEST_KEY } from '../../support/gateway/test-key.js';
import { useFolder } from '../../support/store/folder.js';
import { fixAt } from '../../support/store/records.js';

type Health = {
  readonly status: string;
  readonly store: { readonly losses: readonly string[]; readonly writable: boolean };
};

describe('files at the start', () => {
  const folder = useFolder();
  const app = useApp();
  const names = (start: string): string[] => readdirSync(app.data()).filter((name) => name.startsWith(start));

  before(async () => {
    await app.call('POST', '/api/devices', { id: 'bus' });
    await app.call('POST', '/api/devices/bus/locations', fixAt(0));
  });

  /** Starts with `name` emptied, and signs in again. */
  async function startWithEmpty(name: string): Promise<{ readonly client: Client; readonly health: Health }> {
    await app.stop();
    truncateSync(join(app.data(), name));
    await app.restart();
    const client = await signIn(app.url(), { apiKey: TEST_KEY });
    return { client, health: (await client.call('GET', '/api/health')).body as unknown as Health };
  }

  it('K16a: a configuration with a byte order mark is read', async () => {
    const { hex } = opsCase('K16a').input as { readonly hex: string };
    const config = join(folder(), 'waypost.json');
    writeFileSync(config, Buffer.from(hex, 'hex'));
    expect((await loadSettings({ config }, {})).config.mdns.enabled).to.equal(false);
  });

  it('K16b: an empty keys.json is kept aside, and the gateway records and names what has to be done', async () => {
    expect(opsCase('K16b').input).to.have.property('command', 'waypost serve --data <folder>');
    const { client, health } = await startWithEmpty('keys.json');
    expect(health.status).to.equal('degraded');
    expect(health.store.losses).to.deep.equal([
      `keys.json was damaged, saved as ${names('keys.json.corrupt-').join()}: every user has to sign in again`,
    ]);
    expect((await client.call('POST', '/api/devices/bus/locations', fixAt(1))).status).to.equal(201);
    expect(names('keys.json.corrupt-')).to.have.length(1);
  });

  it('K16p0: an empty state.json recovers from the log, and the damaged file is kept', async () => {
    expect(opsCase('K16p0').expected).to.include('recovers from the log');
    const { client, health } = await startWithEmpty('state.json');
    expect(health.status).to.equal('degraded');
    expect(health.store.losses).to.have.length(1);
    expect(names('state.json.corrupt-')).to.have.length(1);
    const range = { from: fixAt(0).dateTime, to: fixAt(9).dateTime };
    const { body } = await client.call('POST', '/api/devices/bus/locations', range);
    expect(body.locations).to.have.length(2);
  });
});
