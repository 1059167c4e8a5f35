import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { PortRow } from '../../src/cli/ports/row.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { createDeviceTree, ftdi } from '../support/serial/device-tree.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY } from '../support/gateway/gateway.js';
import { holdDevice, type HolderProcess } from '../support/serial/port-holder.js';
import { killAll, runWaypost } from '../support/gateway/waypost.js';

describe('waypost ports', () => {
  const folder = useFolder();
  let tree: ReturnType<typeof createDeviceTree>;
  let line: VirtualPort;
  let holder: HolderProcess | undefined;
  const byId = (): string => join(tree.roots.dev, 'serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0');

  beforeEach(() => {
    tree = createDeviceTree(folder());
    line = openVirtualPort(join(folder(), 'line'));
  });
  afterEach(async () => {
    await holder?.end();
    holder = undefined;
    killAll();
    line.close();
  });

  function configure(ports: readonly object[]): string {
    const file = join(folder(), 'depot.json');
    writeFileSync(file, JSON.stringify({ serial: { ports } }));
    return file;
  }

  async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const waypost = runWaypost(['ports', '--root', folder(), ...args], { env });
    const code = await waypost.ended;
    return { code, output: waypost.output() };
  }

  const rowsOf = (output: string): PortRow[] => (JSON.parse(output) as { ports: PortRow[] }).ports;

  it('a machine without serial devices gets a checklist and exit status 1', async () => {
    const { code, output } = await run([]);
    expect(code).to.equal(1);
    expect(output)
      .to.match(/^No serial device was found/)
      .and.contain('dialout')
      .and.contain('dmesg');
  });

  it('a device is listed with its persistent name and the configuration for that name', async () => {
    tree.plugUsb({ name: 'ttyUSB0' });
    tree.addNode('ttyACM0');
    const file = configure([{ path: byId(), protocol: 'nmea0183', deviceId: 'bus-7' }]);
    const { code, output } = await run(['--config', file]);
    expect(output.split('\n')).to.have.length(4);
    expect(output).to.contain('FTDI FT232R USB UART (0403:6001, ftdi_sio)').and.contain('nmea0183, bus-7');
    expect(code).to.equal(0);
    const [acm, usb] = rowsOf((await run(['--config', file, '--json'])).output);
    expect(acm).to.deep.include({ path: join(tree.roots.dev, 'ttyACM0'), lastingName: null, configured: null });
    expect(usb).to.deep.include({ lastingName: byId(), present: true, allowed: true, holders: [], gateway: null });
  });

  it('a configured port held by another program is listed with the fix, and the exit status is 1', async () => {
    tree.plugUsb({ name: 'ttyUSB0', target: line.path });
    holder = await holdDevice(folder(), line.path, 'gpsd');
    const file = configure([{ path: byId(), protocol: 'json' }]);
    const { code, output } = await run(['--config', file]);
    expect(output)
      .to.contain(`gpsd (pid ${holder.pid}, user`)
      .and.contain('→ gpsd: sudo systemctl disable --now gpsd.socket');
    expect(code).to.equal(1);
  });

  it('a configured port that is not present is listed, and a device server is not contacted', async () => {
    const file = configure([
      { path: '/dev/none', protocol: 'json' },
      { path: 'tcp://10.0.0.7:4001', protocol: 'json' },
    ]);
    const { code, output } = await run(['--config', file]);
    expect(output).to.contain('configured but not present').and.contain('device server');
    expect(code).to.equal(1);
  });

  it('two adapters without a serial number get their sockets as persistent names', async () => {
    const attributes = { idVendor: '1a86', idProduct: '7523', product: 'USB Serial' };
    tree.plugUsb({ name: 'ttyUSB0', socket: '1-1.2', attributes });
    tree.plugUsb({ name: 'ttyUSB1', socket: '1-1.3', attributes });
    const names = rowsOf((await run(['--json'])).output).map(({ lastingName }) => lastingName);
    const socket = (n: number): string =>
      join(tree.roots.dev, `serial/by-path/platform-3f980000.usb-usb-0:1.${n}:1.0-port0`);
    expect(names).to.deep.equal([socket(2), socket(3)]);
  });

  it('the state in the running gateway is listed, or an error if it does not answer', async () => {
    tree.plugUsb({ name: 'ttyUSB0', target: line.path, attributes: ftdi });
    const gateway = await startGateway({
      folder: folder(),
      config: { serial: { ports: [{ path: line.path, protocol: 'json' }] } },
    });
    const { output, code } = await run(['--url', gateway.url], { WAYPOST_API_KEY: TEST_KEY });
    expect(output).to.contain('→ the gateway: open, json at').and.contain('0 frames (none yet)');
    expect(output).to.contain(`(pid ${gateway.pid}, user`);
    expect(code).to.equal(0);
    const refused = await run(['--url', gateway.url], { WAYPOST_API_KEY: 'wrong' });
    expect(refused.output).to.contain('check WAYPOST_API_KEY').and.contain('FT232R');
    expect(refused.code).to.equal(1);
    await gateway.end('SIGTERM');
    const gone = await run(['--url', gateway.url], { WAYPOST_API_KEY: TEST_KEY });
    expect(gone.output)
      .to.contain('does not answer')
      .and.contain('start it, or name another one')
      .and.contain('FT232R');
    expect(gone.code).to.equal(1);
  });

  it('--watch prints devices that appear, their holders, and devices that vanish, until it is stopped', async () => {
    const waypost = runWaypost(['ports', '--root', folder(), '--watch']);
    const printed = (pattern: RegExp): Promise<number> =>
      eventually(String(pattern), () => pattern.test(waypost.output()));
    tree.addNode('ttyACM0');
    await printed(/^\S+Z \S+ttyACM0 appears: /m);
    tree.plugUsb({ name: 'ttyUSB0', target: line.path });
    await printed(/ttyUSB0 appears: FTDI FT232R/);
    holder = await holdDevice(folder(), line.path, 'picocom');
    await printed(/ttyUSB0 held: by .*picocom/);
    await holder.end();
    await printed(/picocom[^]*ttyUSB0 held: by (?!.*picocom)/);
    tree.unplug('ttyUSB0');
    await printed(/ttyUSB0 vanishes: FTDI/);
    waypost.process.kill('SIGINT');
    expect(await waypost.ended).to.equal(0);
  });

  it('listen is a subcommand with its own --json', async () => {
    const waypost = runWaypost(['ports', 'listen', line.path, '--protocol', 'json', '--json']);
    await eventually('the port is open', () => waypost.output().includes('"state":"open"'));
    expect(() => JSON.parse(waypost.output().split('\n')[0] ?? '') as unknown).to.not.throw();
    waypost.process.kill('SIGINT');
    expect(await waypost.ended).to.equal(0);
  });
});
