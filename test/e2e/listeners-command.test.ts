import { expect } from 'chai';
import type { ListenerRow } from '../../src/cli/ports/listener-row.js';
import type { Connection } from '../../src/schema/ports/listener.js';
import { eventually } from '../support/gateway/eventually.js';
import { TEST_KEY } from '../support/gateway/gateway.js';
import { killAll, runWaypost } from '../support/gateway/waypost.js';
import { report, startListeningGateway, type ListeningGateway } from '../support/serial/listening-gateway.js';
import { useFolder } from '../support/store/folder.js';

describe('waypost ports, of listeners', () => {
  const folder = useFolder();
  let bench: ListeningGateway;

  beforeEach(async () => {
    bench = await startListeningGateway(folder());
  });
  afterEach(async () => {
    await bench.close();
    killAll();
  });

  async function run(args: readonly string[], env: NodeJS.ProcessEnv = { WAYPOST_API_KEY: TEST_KEY }) {
    const waypost = runWaypost(['ports', ...args], { env });
    const code = await waypost.ended;
    return { code, output: waypost.output() };
  }
  const list = (...args: string[]) => run(['--root', folder(), '--url', bench.gateway.url, ...args]);
  const connectionsOf = (path: string, ...args: string[]) =>
    run(['connections', path, '--url', bench.gateway.url, ...args]);
  const listenersOf = (output: string): ListenerRow[] => (JSON.parse(output) as { listeners: ListenerRow[] }).listeners;

  it('a listener is listed with connections, refusals and conflicts, and a failed one with the fix', async () => {
    const [one, other] = [bench.connect('127.0.0.2'), bench.connect('127.0.0.3')];
    await report(one, 'van');
    await report(other, 'van');
    const refused = bench.connect('127.0.0.9');
    await eventually('the address that is not allowed is refused', refused.isClosed);
    const { code, output } = await list();
    const { tcp, udp, busy } = bench.paths;
    const line = (path: string): string => output.split('\n').find((each) => each.startsWith(path)) ?? '';
    expect(line(tcp)).to.match(/ json +open +2 of 2000 +2 +20\S+Z$/);
    expect(line(udp)).to.match(/ json +open +0 recent +0 +-$/);
    expect(line(busy)).to.match(/ json +error /);
    expect(output)
      .to.contain('→ 1 × the address is in no network of `allow`')
      .and.contain('→ device van reports from 127.0.0.2 and 127.0.0.3')
      .and.contain('→ 1 reports of an id')
      .and.contain('is in use by another program')
      .and.not.contain('No serial device was found');
    expect(code).to.equal(1);
    const rows = listenersOf((await list('--json')).output);
    expect(rows.map(({ path }) => path)).to.deep.equal([tcp, udp, busy]);
    expect(rows[0]?.gateway?.listener).to.deep.equal({
      connections: 2,
      maxConnections: 2000,
      refused: { outside_allow: 1 },
      conflicts: 1,
    });
  });

  it('configured listeners are listed without the gateway, too', async () => {
    const config = ['--config', `${folder()}/waypost.json`];
    const { code, output } = await run(['--root', folder(), ...config], {});
    expect(output).to.match(new RegExp(`^LISTENER[^]*\n${bench.paths.tcp} +json +- `));
    expect(code).to.equal(0);
    const [row] = listenersOf((await run(['--root', folder(), '--json', ...config], {})).output);
    expect(row).to.deep.include({ path: bench.paths.tcp, gateway: null });
    expect(row?.configured).to.include({ transport: 'tcp', protocol: 'json' });
  });

  it('connections lists all connections of a listener, of all pages', async () => {
    const trackers = Array.from({ length: 201 }, (_, n) => bench.connect(`127.0.0.${2 + (n % 4)}`));
    await Promise.all(trackers.slice(0, -1).map((tracker, n) => report(tracker, `tracker-${n}`)));
    await report(trackers[200] ?? bench.connect('127.0.0.6'), undefined);
    const { code, output } = await connectionsOf(bench.paths.tcp);
    const lines = output.trimEnd().split('\n');
    expect(lines).to.have.length(202);
    expect(lines.filter((line) => /^127\.0\.0\.\d:\d+ +tracker-\d+ +20\S+Z +20\S+Z +1 /.test(line))).to.have.length(
      200,
    );
    expect(output).to.match(/ not identified +20/);
    expect(code).to.equal(0);
    const parsed = JSON.parse((await connectionsOf(bench.paths.tcp, '--json')).output) as { connections: Connection[] };
    expect(new Set(parsed.connections.map(({ address }) => address))).to.have.property('size', 201);
  });

  it('connections fails for a path that is no listener', async () => {
    const { code, output } = await connectionsOf('/dev/ttyUSB0');
    expect(output).to.contain('port /dev/ttyUSB0 not found');
    expect(code).to.equal(1);
    expect((await connectionsOf(bench.paths.udp)).output).to.equal('no connections\n');
    const parsed = JSON.parse((await connectionsOf(bench.paths.udp, '--json')).output) as { connections: Connection[] };
    expect(parsed.connections).to.deep.equal([]);
  });
});
