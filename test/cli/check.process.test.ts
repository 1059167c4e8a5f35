import { once } from 'node:events';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import type { CheckFinding } from '../../src/cli/check/finding.js';
import type { UplinkView } from '../../src/schema/uplinks/uplink.js';
import { signIn } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { runCommand } from '../support/gateway/run-command.js';
import { freePort } from '../support/gateway/free-port.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { killAll, runWaypost } from '../support/gateway/waypost.js';

const CANARY = 'c4n4ry-key';

type Found = { readonly code: number | string; readonly checks: readonly CheckFinding[] };

describe('waypost check', () => {
  const folder = useFolder();
  const data = (): string => join(folder(), 'data');
  afterEach(killAll);

  async function check(only: string, config: object = {}): Promise<Found> {
    const file = join(folder(), 'waypost.json');
    writeFileSync(file, JSON.stringify(config));
    const { code, output } = await runCommand(['check', '--data', data(), '--config', file, '--only', only, '--json']);
    return { code, ...(JSON.parse(output) as { checks: CheckFinding[] }) };
  }
  const worst = ({ checks }: Found): CheckFinding | undefined =>
    checks.find(({ state }) => state === 'fault') ?? checks.find(({ state }) => state !== 'ok');

  it('the check covers all areas, and its exit status is that of the worst finding', async () => {
    await (await startGateway({ folder: folder() })).end('SIGTERM');
    const waypost = runWaypost(['check', '--data', data(), '--json']);
    const code = await waypost.ended;
    const { status, checks } = JSON.parse(waypost.output()) as { status: string; checks: CheckFinding[] };
    const areas = [
      'configuration',
      'data',
      'store',
      'clock',
      'runtime',
      'wear',
      'network',
      'serial',
      'email',
      'messages',
    ];
    expect([...new Set(checks.map(({ area }) => area))]).to.deep.equal(areas);
    expect(code).to.equal(['ok', 'warning', 'fault'].indexOf(status));
    for (const { state, remedy } of checks) expect(remedy === null).to.equal(state === 'ok');
  });

  it('a wrong configuration is a fault that names the key', async () => {
    const found = await check('configuration', { http: { port: 'x' } });
    expect(found.code).to.equal(2);
    expect(worst(found)?.what).to.contain('http.port must be a whole number from 0 to 65535');
  });

  it('a missing data folder is a fault', async () => {
    const none = await check('data,store');
    expect([none.code, worst(none)?.what]).to.deep.equal([2, `data folder ${data()} not found`]);
  });

  it('a log older than a week without a backup of the last week is a warning', async () => {
    mkdirSync(join(data(), 'log'), { recursive: true });
    mkdirSync(join(data(), 'backups'));
    const segment = join(data(), 'log/000000000001.jsonl');
    writeFileSync(segment, '');
    expect(await check('data')).to.include({ code: 0 });
    utimesSync(segment, 1_700_000_000, 1_700_000_000);
    const found = await check('data');
    expect([found.code, worst(found)?.remedy]).to.deep.equal([
      1,
      'run waypost backup FILE, and keep the file on another machine',
    ]);
    writeFileSync(join(data(), 'backups/b.gz'), '');
    expect(await check('data')).to.include({ code: 0 });
  });

  it('a port in use by another program is a fault that names the program', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const found = await check('network', { http: { host: '127.0.0.1', port } });
    server.close();
    expect(found.code).to.equal(2);
    expect(worst(found)?.what).to.match(new RegExp(`^127.0.0.1:${port} is in use by .* \\(pid ${process.pid}, user`));
  });

  it('a running gateway is identified by its lock, and its port is not a fault', async () => {
    const gateway = await startGateway({ folder: folder() });
    const port = Number(new URL(gateway.url).port);
    const found = await check('data,network', { http: { host: '127.0.0.1', port } });
    const texts = found.checks.map(({ what }) => what).join('\n');
    expect(texts).to.contain(`process ${gateway.pid} on `).and.to.contain(`the gateway listens on 127.0.0.1:${port}`);
    expect(found.code).to.equal(0);
    await gateway.end('SIGTERM');
  });

  it('an http.host that is not an address of this machine is a fault', async () => {
    const found = await check('network', { http: { host: '203.0.113.9' } });
    expect([found.code, worst(found)?.what]).to.deep.equal([2, '203.0.113.9:8080 is not an address of this machine']);
  });

  it('a configured serial port that does not exist is a fault', async () => {
    const path = join(folder(), 'ttyUSB9');
    const found = await check('serial', { serial: { ports: [{ path, protocol: 'nmea0183' }] } });
    expect([found.code, worst(found)?.what]).to.deep.equal([2, `${path} not found`]);
  });

  it('an unreachable mail server is only a warning, because messages stay queued', async () => {
    const email = { from: 'a@example.org', smtp: { host: '127.0.0.1', port: await freePort(), requireTls: false } };
    const found = await check('email', { notifications: { email } });
    expect([found.code, worst(found)?.state]).to.deep.equal([1, 'warning']);
  });

  it('the state of an uplink is that of the running gateway if its key is known, and never shows a secret', async () => {
    const port = await freePort();
    const uplinks = [{ name: 'center', type: 'rest', url: 'http://127.0.0.1:9', userName: 'depot', apiKey: CANARY }];
    const config = { http: { host: '127.0.0.1', port }, uplinks };
    const gateway = await startGateway({ folder: folder(), arguments: ['--port', String(port)], config });
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    await eventually('it has tried to connect', async () => {
      const { body } = await client.call('GET', '/api/uplinks');
      return (body.uplinks as UplinkView[])[0]?.reason !== null;
    });
    const file = join(folder(), 'waypost.json');
    const args = ['check', '--data', data(), '--config', file, '--only', 'uplinks'];
    const known = await runCommand(args, { WAYPOST_API_KEY: TEST_KEY });
    expect(known.output).to.match(
      /^warning: uplinks: uplink center is connecting, at most \d+ entries behind\n {2}→ 127/,
    );
    const unknown = await runCommand(args);
    expect(unknown.output).to.contain('warning: uplinks: uplink center cannot connect; its records wait');
    expect(known.output + unknown.output).to.not.contain(CANARY);
    await gateway.end('SIGTERM');
  });

  it('an unknown area is an error that lists the areas', async () => {
    const { code, output } = await runCommand(['check', '--only', 'weather']);
    expect(code).to.equal(1);
    expect(output).to.contain('Allowed areas are configuration,runtime,data');
  });
});
