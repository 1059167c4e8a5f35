import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createApp, type App } from '../../src/app.js';
import { findGatewayAddress } from '../../src/cli/gateway/gateway-address.js';
import { loadSettings } from '../../src/config.js';
import { silentLogger } from '../../src/logger.js';
import { freePort } from '../support/gateway/free-port.js';
import { runCommand } from '../support/gateway/run-command.js';
import { TEST_KEY } from '../support/gateway/test-key.js';
import { useFolder } from '../support/store/folder.js';

describe('the gateway that a command calls', () => {
  const folder = useFolder();
  const running: App[] = [];
  afterEach(async () => {
    for (const app of running.splice(0)) await app.stop();
  });

  /** A gateway of a configuration file, and the variables of the package's `waypost`. */
  async function start(http: object): Promise<NodeJS.ProcessEnv> {
    const [config, data] = [join(folder(), 'waypost.json'), join(folder(), 'data')];
    const port = await freePort();
    writeFileSync(config, JSON.stringify({ http: { host: '127.0.0.1', port, ...http }, mdns: { enabled: false } }));
    const settings = await loadSettings({ config, data }, {});
    const app = await createApp({ ...settings, adminApiKey: TEST_KEY }, { logger: silentLogger });
    await app.start();
    running.push(app);
    return { WAYPOST_CONFIG: config, WAYPOST_DATA: data, WAYPOST_API_KEY: TEST_KEY };
  }

  const addressOf = async (http: object, env: NodeJS.ProcessEnv = {}): Promise<string> => {
    const file = join(folder(), 'waypost.json');
    writeFileSync(file, JSON.stringify({ http }));
    return (await findGatewayAddress({ WAYPOST_CONFIG: file, WAYPOST_DATA: folder(), ...env })).url;
  };

  it('the address is that of the configuration, of its variables, or of WAYPOST_URL, which overrides them', async () => {
    expect(await addressOf({})).to.equal('http://127.0.0.1:8080');
    expect(await addressOf({ port: 9090 })).to.equal('http://127.0.0.1:9090');
    expect(await addressOf({ port: 9090 }, { WAYPOST_HTTP_PORT: '9091' })).to.equal('http://127.0.0.1:9091');
    expect(await addressOf({ host: '192.168.1.5' })).to.equal('http://192.168.1.5:8080');
    expect(await addressOf({ host: '::' })).to.equal('http://[::1]:8080');
    expect(await addressOf({ port: 0 })).to.equal('http://127.0.0.1:8080');
    expect(await addressOf({ tls: { enabled: true } })).to.equal('https://127.0.0.1:8080');
    expect(await addressOf({ port: 9090 }, { WAYPOST_URL: 'https://depot.example' })).to.equal('https://depot.example');
  });

  it('commands find the gateway of the configuration, and --url and WAYPOST_URL override it', async () => {
    const env = await start({});
    expect(await runCommand(['groups', 'list'], env)).to.deep.include({ code: 0 });
    const nowhere = 'http://127.0.0.1:1';
    expect((await runCommand(['groups', 'list', '--url', nowhere], env)).output).to.contain(
      `${nowhere} does not answer`,
    );
    const overridden = await runCommand(['groups', 'list'], { ...env, WAYPOST_URL: nowhere });
    expect(overridden.output).to.contain(`${nowhere} does not answer`);
  });

  it('the self-signed certificate of the data folder is trusted, and no other one', async () => {
    const env = await start({ tls: { enabled: true } });
    const created = await runCommand(['groups', 'add', 'Vans'], env);
    expect(created, created.output).to.deep.include({ code: 0 });
    expect((await runCommand(['groups', 'list'], env)).output).to.contain('Vans');
    const refused = await runCommand(['groups', 'show', 'none'], env);
    expect(refused.code, refused.output).to.equal(1);

    const first = join(folder(), 'data/tls-cert.pem');
    const { createSelfSigned } = await import('../../src/tls/self-signed.js');
    const other = await createSelfSigned({ names: ['localhost'], from: 0, to: Date.parse('2030-01-01T00:00:00Z') });
    copyFileSync(first, join(folder(), 'kept.pem'));
    writeFileSync(first, other.cert);
    expect((await runCommand(['groups', 'list'], env)).output).to.contain('it shows another certificate than that of');
  });

  it('a configuration that the user may not read, or that is wrong, is named if the gateway does not answer', async () => {
    const file = join(folder(), 'waypost.json');
    const env = { WAYPOST_CONFIG: file, WAYPOST_API_KEY: TEST_KEY };
    const found = await findGatewayAddress(env);
    expect(found.url).to.equal('http://127.0.0.1:8080');
    expect(found.doubt).to.contain(`${file}: cannot be read (ENOENT`).and.to.contain('run the command with sudo');
    writeFileSync(file, '{"http": 9090}');
    expect((await findGatewayAddress(env)).doubt).to.contain(`${file}:1:10: http must be a section`);
  });
});
