import { join } from 'node:path';
import { expect } from 'chai';
import type { Port } from '../../src/serial/transport/port-types.js';
import { openSerialPort } from '../../src/serial/transport/serial-port.js';
import { createClock } from '../../src/time/clock.js';
import { sampledAt } from '../../src/simulator/ports/uart.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { eventually } from '../support/gateway/eventually.js';
import { useFolder } from '../support/store/folder.js';

const text = Buffer.from('$GPTXT,01,01,02,a line with a speed of its own*00\r\n');

describe('openVirtualPort with a baud rate', () => {
  const folder = useFolder();
  const clock = createClock();
  let line: VirtualPort | undefined;
  let port: Port | undefined;
  let received = Buffer.alloc(0);

  afterEach(async () => {
    await port?.close();
    line?.close();
  });

  /** Opens the port again, at this rate. */
  async function open(baudRate: number): Promise<void> {
    await port?.close();
    received = Buffer.alloc(0);
    const onData = (chunk: Uint8Array): void => void (received = Buffer.concat([received, chunk]));
    port = await openSerialPort({ path: join(folder(), 'tracker'), baudRate, onData, onClose: () => undefined });
  }

  it('a reader gets the sent bytes at the same rate and wrong bytes at another, each time it opens the port', async () => {
    line = openVirtualPort(join(folder(), 'tracker'), { baudRate: 4_800 });
    for (const rate of [9_600, 4_800, 115_200, 4_800]) {
      await open(rate);
      await line.write(text);
      const expected = Buffer.from(sampledAt(text, 4_800, rate));
      await eventually(`the bytes are received at ${rate}`, () => received.length >= expected.length);
      expect(received.equals(expected)).to.equal(true);
      expect(received.equals(text)).to.equal(rate === 4_800);
    }
  });

  it('the rate stays the same after unplug and replug', async () => {
    line = openVirtualPort(join(folder(), 'tracker'), { baudRate: 4_800 });
    line.unplug();
    line.replug();
    await open(9_600);
    await line.write(text);
    await eventually('wrong bytes are received', () => received.length > 0);
    expect(received.toString('latin1')).to.not.contain('$GPTXT');
  });

  it('a paced port takes at least the transmission time of the bytes', async () => {
    line = openVirtualPort(join(folder(), 'tracker'), { baudRate: 9_600, pacedBy: clock.monotonic });
    await open(9_600);
    const start = clock.monotonic();
    await line.write(Buffer.alloc(192, 'x'));
    await eventually('all bytes are received', () => received.length === 192);
    expect(clock.monotonic() - start).to.be.at.least(195);
  });
});
