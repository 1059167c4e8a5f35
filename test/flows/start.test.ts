import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { protocols } from '../../src/protocols/index.js';
import { portConfigSchema } from '../../src/schema/config/port-config.js';
import { protocolChoices } from '../../src/protocols/lookup.js';
import { portsOf } from '../support/api/api-queries.js';
import { request, signIn } from '../support/api/client.js';
import { runCommand } from '../support/gateway/run-command.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { listening, startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { killAll, runWaypost, type Waypost } from '../support/gateway/waypost.js';

/** The key that the first start prints, indented on its own line. */
const shownKeys = (output: string): string[] => [...output.matchAll(/^ {2}([\w-]{16,})$/gm)].map(([, key = '']) => key);

const shownLinks = (output: string): string[] =>
  [...output.matchAll(/#link=([\w-]{43})$/gm)].map(([, link = '']) => link);

async function refusal(waypost: Waypost): Promise<{ code: number | NodeJS.Signals; output: string }> {
  return { code: await waypost.ended, output: waypost.output() };
}

describe('starting the gateway', () => {
  const folder = useFolder();
  afterEach(killAll);
  const data = (): string => join(folder(), 'data');
  const file = (config: object): string => {
    const path = join(folder(), 'other.json');
    writeFileSync(path, JSON.stringify(config));
    return path;
  };

  it('the first start prints the API key of the administrator once, and later starts do not', async () => {
    const unset = { WAYPOST_ADMIN_API_KEY: undefined };
    const first = await startGateway({ folder: folder(), env: unset });
    const [key = '', ...more] = shownKeys(first.output());
    expect(more).to.deep.equal([]);
    expect(first.output().split(key)).to.have.length(2);
    await signIn(first.url, { apiKey: key });
    await first.end('SIGTERM');
    const second = await startGateway({ folder: folder(), env: unset });
    expect(shownKeys(second.output())).to.deep.equal([]);
    await signIn(second.url, { apiKey: key });
    await second.end('SIGTERM');
    expect(second.output()).to.not.include(key);
  });

  it('the first start prints a link that signs the administrator in; so do later starts, until a user has signed in', async () => {
    const unset = { WAYPOST_ADMIN_API_KEY: undefined };
    const first = await startGateway({ folder: folder(), env: unset });
    const [link = ''] = shownLinks(first.output());
    await first.end('SIGKILL');
    const second = await startGateway({ folder: folder(), env: unset });
    const [newLink = ''] = shownLinks(second.output());
    const redeem = (text: string) => request(second.url, 'POST', '/api/Auth/Token', { link: text });
    expect((await redeem(link)).status).to.equal(401);
    const { token } = (await redeem(newLink)).body;
    // The key was printed with the link.
    const headers = { authorization: `Bearer ${String(token)}` };
    expect((await request(second.url, 'POST', '/api/Auth/Link', undefined, headers)).status).to.equal(201);
    expect((await redeem(newLink)).status).to.equal(401);
    await second.end('SIGTERM');
    const third = await startGateway({ folder: folder(), env: unset });
    expect(shownLinks(third.output())).to.deep.equal([]);
    await third.end('SIGTERM');
  });

  it('a first start on a port in use shows no key; the next start does', async () => {
    const unset = { WAYPOST_ADMIN_API_KEY: undefined };
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const flags = ['--data', data(), '--host', '127.0.0.1', '--port', String(port)];
    const failed = await refusal(runWaypost(['serve', ...flags], { env: unset }));
    expect(failed.code).to.equal(1);
    expect(failed.output).to.not.match(/First start|#link=/);
    holder.close();
    await once(holder, 'close');
    const next = await startGateway({ folder: folder(), env: unset });
    const [key = ''] = shownKeys(next.output());
    await signIn(next.url, { apiKey: key });
    await next.end('SIGTERM');
  });

  it('a short key in WAYPOST_ADMIN_API_KEY is named once at each start, and a long one is not', async () => {
    const key = 'a-key-of-23-characters.';
    for (const [text, times] of [
      [key, 1],
      [TEST_KEY, 0],
    ] as const) {
      const gateway = await startGateway({ folder: folder(), env: { WAYPOST_ADMIN_API_KEY: text } });
      await gateway.end('SIGTERM');
      expect(gateway.output().split('fewer than 24 characters')).to.have.length(times + 1);
      expect(gateway.output()).to.not.include(text);
    }
  });

  it('a key in WAYPOST_ADMIN_API_KEY is used and not printed, and no link is', async () => {
    const gateway = await startGateway({ folder: folder() });
    await signIn(gateway.url, { apiKey: TEST_KEY });
    await gateway.end('SIGTERM');
    expect(gateway.output())
      .to.not.match(/First start|#link=/)
      .and.not.include(TEST_KEY);
  });

  it('a later WAYPOST_ADMIN_API_KEY does not change the key', async () => {
    await (await startGateway({ folder: folder() })).end('SIGTERM');
    const gateway = await startGateway({ folder: folder(), env: { WAYPOST_ADMIN_API_KEY: `other-${TEST_KEY}` } });
    await signIn(gateway.url, { apiKey: TEST_KEY });
    const wrong = { userName: 'admin', apiKey: `other-${TEST_KEY}` };
    expect((await request(gateway.url, 'POST', '/api/Auth/Token', wrong)).status).to.equal(401);
    await gateway.end('SIGTERM');
  });

  it('flags override the configuration file', async () => {
    const config = file({
      http: { host: '10.255.255.1', port: 1 },
      timeZone: 'Europe/Madrid',
      log: { level: 'error' },
    });
    const flags = ['--config', config, '--data', data(), '--host', '127.0.0.1', '--port', '0', '--log-level', 'debug'];
    const waypost = runWaypost(['serve', ...flags], { env: { WAYPOST_ADMIN_API_KEY: TEST_KEY } });
    const url = await listening(waypost);
    expect(url).to.match(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(waypost.output()).to.include(`data in ${data()}\n`);
    expect(readFileSync(join(data(), 'lock'), 'utf8')).to.include(`"pid":${waypost.process.pid ?? 0},`);
    expect((await request(url, 'GET', '/api/health')).body).to.include({ success: true, status: 'ok' });
    waypost.process.kill('SIGTERM');
    expect(await waypost.ended).to.equal(0);
  });

  it('--log-level sets the log level', async () => {
    const ports = [{ path: join(folder(), 'nothing'), protocol: 'nmea0183', deviceId: 'boat' }];
    const levels = new Map<string, string>();
    for (const level of ['warn', 'error', 'silent']) {
      const config = { serial: { ports } };
      const gateway = await startGateway({ folder: folder(), config, arguments: ['--log-level', level] });
      const client = await signIn(gateway.url, { apiKey: TEST_KEY });
      const isAbsent = async (): Promise<boolean> => (await portsOf(client)).every(({ state }) => state === 'absent');
      await eventually('the port is absent', isAbsent);
      await gateway.end('SIGTERM');
      levels.set(level, gateway.output());
    }
    expect(levels.get('warn')).to.match(/"level":40.*port absent/);
    expect(levels.get('error')).to.not.include('"level"');
    expect(levels.get('silent')).to.not.include('"level"');
  });

  it('the command serve can be omitted', async () => {
    const waypost = runWaypost(['--data', data(), '--host', '127.0.0.1', '--port', '0']);
    await listening(waypost);
    waypost.process.kill('SIGINT');
    expect(await waypost.ended).to.equal(0);
  });

  it('SIGTERM during startup shuts down cleanly', async () => {
    const waypost = runWaypost(['--data', data(), '--host', '127.0.0.1', '--port', '0']);
    await eventually('the data folder is locked', () => existsSync(join(data(), 'lock')));
    waypost.process.kill('SIGTERM');
    expect(await waypost.ended).to.equal(0);
    expect(shownKeys(waypost.output())).to.have.length(1);
  });

  it('an unknown or wrong key is an error with its path, and no administrator is created', async () => {
    const refused = async (config: object): Promise<void> => {
      const { code, output } = await runCommand(['serve', '--config', file(config), '--data', data()]);
      expect(code).to.equal(1);
      outputs.push(output);
    };
    const outputs: string[] = [];
    await refused({ http: { prot: 80 } });
    await refused({ serial: { ports: [{ path: '/dev/null', protocol: 'json', baud: 9600 }] } });
    await refused({ serial: { ports: [{ path: '/dev/null', protocol: 'morse' }] } });
    await refused({ store: { segmentBytes: 'much' } });
    const sentences = outputs.map((output) => output.replace(/^waypost: \S+\.json:1:\d+: (.*)\n$/, '$1'));
    const keys = Object.keys(portConfigSchema.properties).join(', ');
    expect(sentences).to.deep.equal([
      'http.prot is not a known key: did you mean port?',
      `serial.ports.0.baud is not a known key: known here are ${keys}`,
      `serial.ports.0.protocol must be one of ${protocolChoices(protocols).join(', ')}, not morse`,
      'store.segmentBytes must be a whole number from 65536 to 67108864, not "much"',
    ]);
    const gateway = await startGateway({ folder: folder(), env: { WAYPOST_ADMIN_API_KEY: undefined } });
    expect(shownKeys(gateway.output())).to.have.length(1);
    await gateway.end('SIGTERM');
  });

  it('a port in use is an error with the fix, and exit status 1', async () => {
    const { url, end } = await startGateway({ folder: folder() });
    const port = new URL(url).port;
    const flags = ['--data', join(folder(), 'second'), '--host', '127.0.0.1', '--port', port];
    const { code, output } = await refusal(
      runWaypost(['serve', ...flags], { env: { WAYPOST_ADMIN_API_KEY: TEST_KEY } }),
    );
    expect({ code, output }).to.deep.equal({
      code: 1,
      output: `waypost: http.port: 127.0.0.1:${port} is in use: stop the program that listens there, or choose another --port\n`,
    });
    await end('SIGTERM');
  });

  it('a data folder in use is an error with the pid of its holder, and exit status 1', async () => {
    const { pid, url, end } = await startGateway({ folder: folder() });
    const { code, output } = await refusal(runWaypost(['serve', '--data', data(), '--port', '0']));
    expect(code).to.equal(1);
    expect(output).to.match(/^waypost: the data folder .* is in use by another Waypost /);
    expect(output).to.include(`(process ${pid} on `).and.include('--data');
    // The running gateway is not affected.
    await signIn(url, { apiKey: TEST_KEY });
    expect(await end('SIGTERM')).to.equal(0);
  });
});
