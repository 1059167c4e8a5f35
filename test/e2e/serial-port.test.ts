import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { PortError } from '../../src/serial/transport/port-error.js';
import type { Port } from '../../src/serial/transport/port-types.js';
import { openSerialPort } from '../../src/serial/transport/serial-port.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { eventually } from '../support/gateway/eventually.js';
import { english } from '../../src/messages/english.js';

const faultOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof PortError ? error.fault : String(error)),
  );

describe('openSerialPort on a pseudo-terminal', () => {
  let folder = '';
  let path = '';
  let line: VirtualPort;
  let received: Buffer[] = [];
  let losses: string[] = [];
  const opened: Port[] = [];

  const bytesReceived = (): number => received.reduce((sum, chunk) => sum + chunk.length, 0);

  async function open(): Promise<Port> {
    const port = await openSerialPort({
      path,
      baudRate: 9_600,
      onData: (chunk) => received.push(Buffer.from(chunk)),
      onClose: (reason) => losses.push(english(reason)),
    });
    opened.push(port);
    return port;
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-port-'));
    path = join(folder, 'tracker');
    line = openVirtualPort(path);
    received = [];
    losses = [];
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((port) => port.close()));
    line.close();
    rmSync(folder, { recursive: true });
  });

  it('every byte is received and sent unchanged', async () => {
    const port = await open();
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    await line.write(all);
    await eventually('256 bytes are received', () => bytesReceived() === 256);
    expect(Buffer.concat(received)).to.deep.equal(Buffer.from(all));

    let reply = '';
    line.onData((bytes) => (reply += Buffer.from(bytes).toString()));
    await port.write('acknowledged ✔\n\r\u0003\u0004');
    await eventually('the reply is there', () => reply.length >= 18);
    expect(reply).to.equal('acknowledged ✔\n\r\u0003\u0004');
  });

  it('a port that is already open is refused as busy, and opens again after its close', async () => {
    const port = await open();
    expect(await faultOf(open())).to.equal('busy');
    await port.close();
    expect(await faultOf(open())).to.equal('none');
  });

  it('a missing device is refused as absent', async () => {
    line.unplug();
    expect(await faultOf(open())).to.equal('absent');
  });

  it('a loss is reported once, and the port can still be closed', async () => {
    const port = await open();
    line.unplug();
    await eventually('the loss is reported', () => losses.length > 0);
    expect(await faultOf(port.write('x'))).to.equal('error');
    await port.close();
    await port.close();
    expect(losses).to.deep.equal([`${path}: the device went away`]);
  });

  it('a loss during a flood is reported once', async () => {
    const port = await open();
    void line.write(Buffer.alloc(1_048_576, 'x'));
    void port.write('y'.repeat(10_000)).catch(() => undefined);
    await eventually('the flood is received', () => bytesReceived() > 50_000);
    line.unplug();
    await eventually('the loss is reported', () => losses.length > 0);
    expect(losses).to.have.length(1);
  });

  it('a close by the owner is not reported as a loss', async () => {
    const port = await open();
    await port.close();
    line.unplug();
    line.replug();
    await open();
    await line.write('x');
    await eventually('the second opening receives data', () => bytesReceived() === 1);
    expect(losses).to.deep.equal([]);
  });

  it('what a pseudo-terminal holds is received, also if it was written before an opening', async () => {
    await line.write(Buffer.from('before\n'));
    const port = await open();
    await eventually('the first part is received', () => bytesReceived() === 7);
    await port.close();
    await line.write(Buffer.from('between\n'));
    await open();
    await eventually('the second part is received', () => bytesReceived() === 15);
    expect(Buffer.concat(received).toString()).to.equal('before\nbetween\n');
  });

  it('a change of speed discards nothing that a pseudo-terminal holds', async () => {
    const port = await open();
    port.pause();
    for (const rate of [4_800, 115_200, 31_250, 9_600]) {
      await line.write(Buffer.from(`${rate}\n`));
      await port.setBaudRate(rate);
    }
    port.resume();
    const all = '4800\n115200\n31250\n9600\n';
    await eventually('all is received', () => bytesReceived() === all.length);
    expect(Buffer.concat(received).toString()).to.equal(all);
    expect(execFileSync('stty', ['-F', path, 'speed']).toString().trim()).to.equal('9600');
  });

  it('an open device is alive until its path leads to another one, or to none', async () => {
    const port = await open();
    expect(await port.isAlive()).to.equal(true);
    const other = openVirtualPort(`${path}-other`);
    const own = realpathSync(path);
    rmSync(path);
    expect(await port.isAlive()).to.equal(false);
    symlinkSync(realpathSync(other.path), path);
    expect(await port.isAlive()).to.equal(false);
    rmSync(path);
    symlinkSync(own, path);
    expect(await port.isAlive()).to.equal(true);
    other.close();
    await port.close();
    expect(await port.isAlive()).to.equal(false);
  });

  it('data written to a lost port is never sent at a later opening', async () => {
    const lost = await open();
    line.pause();
    const sent: Uint8Array[] = [];
    line.onData((bytes) => sent.push(bytes));
    line.unplug();
    await eventually('the loss is reported', () => losses.length > 0);
    expect(await faultOf(lost.write('late'))).to.equal('error');
    line.replug();
    const port = await open();
    await port.write('now');
    await eventually('the new write is sent', () => sent.length > 0);
    expect(Buffer.concat(sent).toString()).to.equal('now');
  });

  it('a write to a tracker that does not read is refused beyond the limit, and its data is still received', async () => {
    const port = await open();
    line.pause();
    let accepted = '';
    let refused = 0;
    for (let n = 0; refused === 0 && n < 1_000; n += 1) {
      const text = `${String(n).padStart(999, '.')}\n`;
      const written = port.write(text).then(
        () => undefined,
        (error: unknown) => error,
      );
      // A refusal comes at once; an accepted write stays pending while the tracker does not read.
      const refusal = await Promise.race([written, eventually('accepted', () => true).then(() => undefined)]);
      if (refusal === undefined) accepted += text;
      else refused += 1;
    }
    expect(refused).to.equal(1);

    await line.write('still talking\n');
    await eventually('the data is received', () => bytesReceived() === 14);

    let reply = '';
    line.onData((bytes) => (reply += Buffer.from(bytes).toString()));
    line.resume();
    await eventually('the rest is sent', () => reply.length >= accepted.length);
    expect(reply).to.equal(accepted);
    expect(await faultOf(port.write('again'))).to.equal('none');
  });

  it('bytes that arrive one by one are read together', async () => {
    await open();
    for (let n = 0; n < 300; n += 1) await line.write('x');
    await eventually('all data is received', () => bytesReceived() === 300);
    expect(received.length).to.be.below(100);
  });

  it('a paused port loses no data', async () => {
    const port = await open();
    port.pause();
    const sent = Buffer.alloc(200_000, 'abcdefghi\n');
    const done = line.write(sent);
    port.resume();
    port.pause();
    port.resume();
    await done;
    await eventually('all data is received', () => bytesReceived() === sent.length);
    expect(Buffer.concat(received).equals(sent)).to.equal(true);
  });

  it('an open port has hupcl off, so that a close does not change DTR', async () => {
    const settings = (): string => execFileSync('stty', ['-F', path, '-a'], { encoding: 'utf8' });
    execFileSync('stty', ['-F', path, 'hupcl']);
    expect(settings()).to.match(/ hupcl\b/);
    const port = await open();
    expect(settings()).to.match(/ -hupcl\b/);
    await port.close();
    expect(settings()).to.match(/ -hupcl\b/);
  });

  it('a port opened by a name for its node is reported under that name', async () => {
    const options = { path: '/dev/serial/by-id/usb-it', baudRate: 9_600, onData: () => undefined };
    const port = await openSerialPort({ ...options, onClose: (reason) => losses.push(english(reason)) }, path);
    opened.push(port);
    line.unplug();
    await eventually('the loss is reported', () => losses.length > 0);
    expect(losses).to.deep.equal(['/dev/serial/by-id/usb-it: the device went away']);
  });

  it('a port that is lost during a write and closed twice causes no uncaught exception', async () => {
    const uncaught: unknown[] = [];
    const onUncaught = (error: unknown): void => void uncaught.push(error);
    process.on('uncaughtExceptionMonitor', onUncaught);
    const port = await open();
    line.pause();
    const written = Array.from({ length: 16 }, () => port.write('x'.repeat(1_000)).catch(() => undefined));
    line.unplug();
    await Promise.all([port.close(), port.close(), ...written]);
    await eventually('its descriptor is free', async () => {
      line.replug();
      await (await open()).close();
      return true;
    });
    process.off('uncaughtExceptionMonitor', onUncaught);
    expect(uncaught).to.deep.equal([]);
  });
});
