import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { PortError } from '../../src/serial/transport/port-error.js';
import type { Port } from '../../src/serial/transport/port-types.js';
import { openSerialPort } from '../../src/serial/transport/serial-port.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { eventually } from '../support/eventually.js';

const faultOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof PortError ? error.fault : String(error)),
  );

describe('port on a pseudo-terminal', () => {
  let folder = '';
  let path = '';
  let line: VirtualPort;
  let heard: Buffer[] = [];
  let losses: string[] = [];
  const opened: Port[] = [];

  const bytesHeard = (): number => heard.reduce((sum, chunk) => sum + chunk.length, 0);

  async function open(): Promise<Port> {
    const port = await openSerialPort({
      path,
      baudRate: 9_600,
      onData: (chunk) => heard.push(Buffer.from(chunk)),
      onClose: (reason) => losses.push(reason),
    });
    opened.push(port);
    return port;
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'waypost-port-'));
    path = join(folder, 'tracker');
    line = openVirtualPort(path);
    heard = [];
    losses = [];
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((port) => port.close()));
    line.close();
    rmSync(folder, { recursive: true });
  });

  it('hears and writes every byte as it is', async () => {
    const port = await open();
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    await line.write(all);
    await eventually('256 bytes are heard', () => bytesHeard() === 256);
    expect(Buffer.concat(heard)).to.deep.equal(Buffer.from(all));

    let answer = '';
    line.onData((bytes) => (answer += Buffer.from(bytes).toString()));
    await port.write('acknowledged ✔\n\r\u0003\u0004');
    await eventually('the answer is there', () => answer.length >= 18);
    expect(answer).to.equal('acknowledged ✔\n\r\u0003\u0004');
  });

  it('is refused while it is open elsewhere, and free again after the close', async () => {
    const port = await open();
    expect(await faultOf(open())).to.equal('busy');
    await port.close();
    expect(await faultOf(open())).to.equal('none');
  });

  it('is absent when there is nothing at its path', async () => {
    line.unplug();
    expect(await faultOf(open())).to.equal('absent');
  });

  it('reports a loss once, within a second, and can be closed after it', async () => {
    const port = await open();
    line.unplug();
    await eventually('the loss is reported', () => losses.length > 0, 1_000);
    expect(await faultOf(port.write('x'))).to.equal('error');
    await port.close();
    await port.close();
    expect(losses).to.deep.equal([`${path}: the device went away`]);
  });

  it('reports a loss in the midst of a flood once', async () => {
    const port = await open();
    void line.write(Buffer.alloc(1_048_576, 'x'));
    void port.write('y'.repeat(10_000)).catch(() => undefined);
    await eventually('the flood is heard', () => bytesHeard() > 50_000);
    line.unplug();
    await eventually('the loss is reported', () => losses.length > 0, 1_000);
    expect(losses).to.have.length(1);
  });

  it('reports nothing when its owner closes it', async () => {
    const port = await open();
    await port.close();
    line.unplug();
    line.replug();
    await open();
    await line.write('x');
    await eventually('the second opening hears', () => bytesHeard() === 1);
    expect(losses).to.deep.equal([]);
  });

  it('never sends at a later opening what was written to a lost one', async () => {
    const lost = await open();
    line.pause();
    const answers: Uint8Array[] = [];
    line.onData((bytes) => answers.push(bytes));
    line.unplug();
    await eventually('the loss is reported', () => losses.length > 0);
    expect(await faultOf(lost.write('late'))).to.equal('error');
    line.replug();
    const port = await open();
    await port.write('now');
    await eventually('the new one is heard', () => answers.length > 0);
    expect(Buffer.concat(answers).toString()).to.equal('now');
  });

  it('refuses more than it can hold for a tracker that does not read, hears it all the same, and sends the rest later', async () => {
    const port = await open();
    line.pause();
    let accepted = '';
    let refused = 0;
    for (let n = 0; refused === 0 && n < 1_000; n += 1) {
      const text = `${String(n).padStart(999, '.')}\n`;
      const fate = port.write(text).then(
        () => undefined,
        (error: unknown) => error,
      );
      // Refusals come at once; what is taken may wait for as long as the tracker does not read.
      const outcome = await Promise.race([fate, eventually('taken', () => true).then(() => undefined)]);
      if (outcome === undefined) accepted += text;
      else refused += 1;
    }
    expect(refused).to.equal(1);

    await line.write('still talking\n');
    await eventually('it is heard', () => bytesHeard() === 14, 1_000);

    let answer = '';
    line.onData((bytes) => (answer += Buffer.from(bytes).toString()));
    line.resume();
    await eventually('the rest is sent', () => answer.length >= accepted.length);
    expect(answer).to.equal(accepted);
    expect(await faultOf(port.write('again'))).to.equal('none');
  });

  it('reads together what comes byte by byte', async () => {
    await open();
    for (let n = 0; n < 300; n += 1) {
      await line.write('x');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await eventually('all is heard', () => bytesHeard() === 300);
    expect(heard.length).to.be.below(100);
  });

  it('keeps what comes while it is paused', async () => {
    const port = await open();
    port.pause();
    const sent = Buffer.alloc(200_000, 'abcdefghi\n');
    const done = line.write(sent);
    port.resume();
    port.pause();
    port.resume();
    await done;
    await eventually('all is heard', () => bytesHeard() === sent.length);
    expect(Buffer.concat(heard).equals(sent)).to.equal(true);
  });

  it('leaves DTR alone when it is closed: hupcl is off', async () => {
    const settings = (): string => execFileSync('stty', ['-F', path, '-a'], { encoding: 'utf8' });
    execFileSync('stty', ['-F', path, 'hupcl']);
    expect(settings()).to.match(/ hupcl\b/);
    const port = await open();
    expect(settings()).to.match(/ -hupcl\b/);
    await port.close();
    expect(settings()).to.match(/ -hupcl\b/);
  });

  it('is opened by the name that stands for it, and called by that name', async () => {
    const options = { path: '/dev/serial/by-id/usb-it', baudRate: 9_600, onData: () => undefined };
    const port = await openSerialPort({ ...options, onClose: (reason) => losses.push(reason) }, path);
    opened.push(port);
    line.unplug();
    await eventually('the loss is reported', () => losses.length > 0);
    expect(losses).to.deep.equal(['/dev/serial/by-id/usb-it: the device went away']);
  });

  it('brings no error to light that nobody listens for, when it is lost with a write under way and closed twice', async () => {
    const unheard: unknown[] = [];
    const hear = (error: unknown): void => void unheard.push(error);
    process.on('uncaughtExceptionMonitor', hear);
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
    process.off('uncaughtExceptionMonitor', hear);
    expect(unheard).to.deep.equal([]);
  });
});
