import { join } from 'node:path';
import { expect } from 'chai';
import type { Port } from '../../src/serial/transport/port-types.js';
import { openSerialPort } from '../../src/serial/transport/serial-port.js';
import { createClock } from '../../src/time/clock.js';
import { sampledAt } from '../../src/simulator/ports/uart.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { eventually } from '../support/eventually.js';
import { useFolder } from '../support/folder.js';

const words = Buffer.from('$GPTXT,01,01,02,a line with a speed of its own*00\r\n');

describe('virtual port with a speed of its own', () => {
  const folder = useFolder();
  const clock = createClock();
  let line: VirtualPort | undefined;
  let port: Port | undefined;
  let heard = Buffer.alloc(0);

  afterEach(async () => {
    await port?.close();
    line?.close();
  });

  /** Another opening, at that rate: what it hears until nothing more is expected. */
  async function open(baudRate: number): Promise<void> {
    await port?.close();
    heard = Buffer.alloc(0);
    const onData = (chunk: Uint8Array): void => void (heard = Buffer.concat([heard, chunk]));
    port = await openSerialPort({ path: join(folder(), 'tracker'), baudRate, onData, onClose: () => undefined });
  }

  it('is read as it was sent at its own rate, and as garbage at another, at every opening anew', async () => {
    line = openVirtualPort(join(folder(), 'tracker'), { baudRate: 4_800 });
    for (const rate of [9_600, 4_800, 115_200, 4_800]) {
      await open(rate);
      await line.write(words);
      const expected = Buffer.from(sampledAt(words, 4_800, rate));
      await eventually(`it is heard at ${rate}`, () => heard.length >= expected.length);
      expect(heard.equals(expected)).to.equal(true);
      expect(heard.equals(words)).to.equal(rate === 4_800);
    }
  });

  it('keeps to its rate after it was unplugged and put back', async () => {
    line = openVirtualPort(join(folder(), 'tracker'), { baudRate: 4_800 });
    line.unplug();
    line.replug();
    await open(9_600);
    await line.write(words);
    await eventually('garbage is heard', () => heard.length > 0);
    expect(heard.toString('latin1')).to.not.contain('$GPTXT');
  });

  it('takes the time that bytes take, when it is paced', async () => {
    line = openVirtualPort(join(folder(), 'tracker'), { baudRate: 9_600, pacedBy: clock.monotonic });
    await open(9_600);
    const begin = clock.monotonic();
    await line.write(Buffer.alloc(192, 'x'));
    await eventually('all is heard', () => heard.length === 192);
    expect(clock.monotonic() - begin).to.be.within(195, 2_000);
  });
});
