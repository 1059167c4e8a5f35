import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { success } from '../../src/errors.js';
import { silentLogger } from '../../src/logger.js';
import { NULL_CONTEXT } from '../../src/protocols/protocol.js';
import { openPort } from '../../src/serial/transport/open-port.js';
import { PortError } from '../../src/serial/transport/port-error.js';
import type { Port } from '../../src/serial/transport/port-types.js';
import { createPorts } from '../../src/serial/port/ports.js';
import { startDeviceServer, type DeviceServer } from '../support/device-server.js';
import { eventually } from '../support/eventually.js';
import { testProtocol } from '../support/test-protocol.js';

const refusalOf = (promise: Promise<unknown>): Promise<PortError> =>
  promise.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: unknown) => {
      if (error instanceof PortError) return error;
      throw error;
    },
  );

describe('port of a device server', () => {
  let server: DeviceServer;
  let heard: Buffer[] = [];
  let losses: string[] = [];
  const opened: Port[] = [];
  const bytesHeard = (): number => heard.reduce((sum, chunk) => sum + chunk.length, 0);

  async function open(path = server.path): Promise<Port> {
    const port = await openPort({
      path,
      baudRate: 9_600,
      onData: (chunk) => heard.push(Buffer.from(chunk)),
      onClose: (reason) => losses.push(reason),
    });
    opened.push(port);
    return port;
  }

  beforeEach(async () => {
    server = await startDeviceServer();
    heard = [];
    losses = [];
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((port) => port.close()));
    await server.stop();
  });

  it('hears and writes every byte as it is, in chunks of 4,096 at most', async () => {
    const port = await open();
    const client = await server.client();
    const all = Buffer.from(Uint8Array.from({ length: 100_000 }, (_, n) => (n * 7) & 0xff));
    client.write(all);
    await eventually('all is heard', () => bytesHeard() === all.length);
    expect(Buffer.concat(heard).equals(all)).to.equal(true);
    expect(Math.max(...heard.map(({ length }) => length))).to.be.at.most(4_096);
    let answer = '';
    client.on('data', (bytes) => (answer += bytes.toString()));
    await Promise.all([port.write('acknowledged ✔\n'), port.write('and again\n')]);
    await eventually('the answer is there', () => answer === 'acknowledged ✔\nand again\n');
  });

  it('is absent, with the way out, where nobody listens and where no such host is', async () => {
    await server.stop();
    const refused = await refusalOf(open());
    expect(refused.fault).to.equal('absent');
    expect(refused.message).to.contain(`${server.path}: 127.0.0.1 refuses connections on port`);
    server = await startDeviceServer();
    const unknown = await refusalOf(open('tcp://no-such-host.invalid:4001'));
    expect(unknown.fault).to.equal('absent');
    expect(unknown.message).to.match(/no-such-host\.invalid/);
  });

  it('reports that the far side has closed once, after all it said was heard', async () => {
    const port = await open();
    const client = await server.client();
    client.end('last words\n');
    await eventually('the loss is reported', () => losses.length > 0, 1_000);
    expect(Buffer.concat(heard).toString()).to.equal('last words\n');
    await port.close();
    expect(losses).to.deep.equal([`${server.path}: the device server closed the connection`]);
  });

  it('reports a reset once, also in the midst of writes', async () => {
    const port = await open();
    const client = await server.client();
    client.pause();
    const written = [1, 2, 3].map(() => port.write('x'.repeat(5_000)).catch(() => undefined));
    client.resetAndDestroy();
    await eventually('the loss is reported', () => losses.length > 0, 1_000);
    await Promise.all(written);
    expect(losses).to.deep.equal([`${server.path}: the device server reset the connection`]);
    expect((await refusalOf(port.write('late'))).fault).to.equal('error');
  });

  it('is quiet, and open, while the far side says nothing', async () => {
    const port = await open();
    await server.client();
    await eventually('it is quiet', () => port.isIdle());
    expect(losses).to.deep.equal([]);
  });

  it('holds a flood back while it is paused, in the memory of the far side, and loses nothing of it', async () => {
    const port = await open();
    const client = await server.client();
    port.pause();
    const mebibyte = 1_048_576;
    const flood = Buffer.alloc(32 * mebibyte, 'abcdefghi\n');
    const before = process.memoryUsage().arrayBuffers;
    let drained = false;
    client.write(flood, () => (drained = true));
    // Time for a flood that is not held back: another connection is made, and hears something.
    const second = await open();
    (await server.client(2)).write('x');
    await eventually('the other one is heard', () => bytesHeard() > 0);
    expect(drained).to.equal(false);
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(4 * mebibyte);
    await second.close();
    const others = bytesHeard();
    port.resume();
    await eventually('all is heard', () => bytesHeard() - others === flood.length, 20_000);
  });

  it('refuses more than it can hold for a far side that does not read', async () => {
    const port = await open();
    (await server.client()).pause();
    const fates: Promise<string>[] = [];
    const fill = 'x'.repeat(16_000);
    let refused = '';
    for (let n = 0; n < 2_000 && refused === ''; n += 1) {
      const fate = port.write(fill).then(
        () => '',
        (error: unknown) => (error instanceof PortError ? error.fault : String(error)),
      );
      fates.push(fate);
      refused = await Promise.race([fate, eventually('taken', () => true).then(() => '')]);
    }
    expect(refused).to.equal('busy');
    await port.close();
    expect(await Promise.all(fates)).to.have.length.below(2_000);
    expect(losses).to.deep.equal([]);
  });

  it('never sends at a later opening what was written to a closed one', async () => {
    const first = await open();
    await server.client();
    await first.close();
    expect((await refusalOf(first.write('late'))).fault).to.equal('error');
    const port = await open();
    const client = await server.client(2);
    let said = '';
    client.on('data', (bytes) => (said += bytes.toString()));
    await port.write('now');
    await eventually('it is heard', () => said.length >= 3);
    expect(said).to.equal('now');
  });

  it('is given back 1,000 times, with no descriptor and no listener left', async () => {
    const descriptors = (): number => readdirSync('/proc/self/fd').length;
    const before = descriptors();
    for (let n = 1; n <= 1_000; n += 1) {
      const port = await open();
      const client = await server.client(n);
      if (n % 2 === 0) client.destroy();
      await port.close();
      client.destroy();
      opened.pop();
    }
    await eventually('all descriptors are given back', () => descriptors() <= before);
    expect(losses.length).to.be.below(500);
  });

  it('is connected again by its link when the device server is back, with its counters going on', async () => {
    const said: string[] = [];
    const ports = createPorts({
      configs: [{ path: server.path, protocol: 'test' }],
      protocols: { test: testProtocol() },
      captureFolder: '/nowhere',
      receive(report) {
        said.push(report.deviceId);
        return Promise.resolve(success({ accepted: 1, duplicates: 0 }));
      },
      gateway: NULL_CONTEXT,
      logger: silentLogger,
      openPort: openPort,
    });
    const status = () => ports.statuses()[0];
    ports.start();
    (await server.client()).write('1 A\n');
    await eventually('it is heard', () => said.length === 1);
    await server.stop();
    await eventually('it is missed', () => status()?.state === 'absent');
    server = await startDeviceServer(server.port);
    (await server.client()).write('2 A\n');
    await eventually('it is heard again', () => said.length === 2, 10_000);
    expect(status()?.counters).to.include({ frames: 2, reopened: 1 });
    await ports.stop();
  });
});
