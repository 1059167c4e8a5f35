import { expect } from 'chai';
import { protocols } from '../../../src/protocols/index.js';
import { jsonLine } from '../../../src/simulator/json/line.js';
import { nmeaEpoch } from '../../../src/simulator/nmea0183/epoch.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { createTestLink } from '../../support/test-link.js';
import { fix, hello } from '../../support/wpt.js';

const { nmea0183, ais, json, wpt } = protocols;
const vehicle = createVehicle({ seed: 5 });
const begin = Date.UTC(2026, 10, 21, 10);
const epoch = (second: number): string => nmeaEpoch(vehicle.fixAt(begin + 1000 * second));
const post = (id: number): string =>
  jsonLine({ id, deviceId: 'van', location: vehicle.fixAt(begin + 1000 * id) }, { checked: false });

type Options = Parameters<typeof createTestLink>[0];

/** An open port of which nobody has said what is spoken on it. */
async function listening(options: Options = {}) {
  const test = createTestLink({ protocols: [nmea0183, ais, json, wpt], ...options });
  test.link.start();
  await test.advance(0);
  const status = () => test.link.status();
  return { ...test, port: test.ports.last(), status };
}

describe('a port of which nobody has said what is spoken', () => {
  it('is listened to for 3 s at each speed, the fastest first, without being opened again', async () => {
    const { port, advance, ports, status } = await listening();
    expect(port.baudRate).to.equal(115_200);
    expect(status()).to.include({ state: 'open', protocol: 'auto', baudRate: 115_200 });
    await advance(2_999);
    expect(port.asked).to.deep.equal([]);
    await advance(1);
    expect(port.asked).to.deep.equal(['9600']);
    await advance(12_000);
    expect(port.asked).to.deep.equal(['9600', '38400', '4800', '57600', '19200']);
    expect(status().reason).to.match(/^listening for what is spoken/);
    expect(ports.opened()).to.equal(1);
  });

  it('is listened to longer in every round, until a tracker that reports once a minute is heard in any', async () => {
    const { port, advance } = await listening();
    await advance(6 * 3_000);
    await advance(11_999);
    expect(port.asked.at(-1)).to.equal('115200');
    await advance(1);
    expect(port.asked.at(-1)).to.equal('9600');
    await advance(3_600_000);
    const before = port.asked.length;
    await advance(64_999);
    expect(port.asked.length - before).to.be.at.most(1);
  });

  it('is listened to for no more than 3 s after the first byte, however long it was silent before', async () => {
    const { port, advance, status } = await listening();
    await advance(3_600_000);
    const rate = status().baudRate;
    port.say('\0garbage');
    await advance(2_999);
    expect(status().baudRate).to.equal(rate);
    await advance(1);
    expect(status().baudRate).to.not.equal(rate);
    const other = status().baudRate;
    port.say(hello());
    await advance(3_000);
    expect(status()).to.include({ protocol: 'wpt', baudRate: other });
  });

  it('hands in what was heard while it was listened to, and answers nobody until it knows to whom', async () => {
    const { port, reports, status, advance } = await listening();
    port.say(post(1) + post(2));
    expect(reports).to.deep.equal([]);
    port.say(post(3));
    await advance(0);
    expect(status()).to.include({ protocol: 'json', baudRate: 115_200, reason: null });
    expect(reports.map(({ deviceId }) => deviceId)).to.deep.equal(['van', 'van', 'van']);
    expect(port.written).to.have.length(3);
    expect(status().counters).to.include({ frames: 3, discardedBytes: 0 });
  });

  it('writes nothing while it listens, whatever it hears', async () => {
    const { port, advance } = await listening();
    for (let turn = 0; turn < 30; turn += 1) {
      port.say(`${hello().slice(0, 40)}\r\n{"id":1}\nAT\r\n\0\xff+++`);
      await advance(1_000);
    }
    expect(port.written).to.deep.equal([]);
  });

  it('tells what it heard at each speed, the likeliest first, and counts what was nothing', async () => {
    const { port, advance, status } = await listening();
    port.say('$garbage,\n');
    await advance(3_000);
    expect(status()).to.deep.include({ baudRate: 9_600, candidates: [] });
    expect(status().counters).to.include({ bytes: 10, discardedBytes: 10, frames: 0 });
    port.say(epoch(1) + fix(1) + epoch(2) + fix(2) + epoch(3));
    await advance(3_000);
    expect(status()).to.include({ protocol: 'wpt', baudRate: 9_600 });
    expect(status().candidates.map(({ protocol, baudRate, frames }) => ({ protocol, baudRate, frames }))).to.deep.equal(
      [
        { protocol: 'wpt', baudRate: 9_600, frames: 2 },
        { protocol: 'nmea0183', baudRate: 9_600, frames: 12 },
      ],
    );
    expect(status().candidates.every(({ share }) => share > 0 && share < 1)).to.equal(true);
  });

  it('is opened with what was found out when it returns', async () => {
    const { port, ports, advance, status } = await listening();
    await advance(3_000);
    port.say(post(1) + post(2) + post(3));
    port.onClose('gone');
    await advance(1_000);
    expect(ports.opened()).to.equal(2);
    expect(ports.last().baudRate).to.equal(9_600);
    expect(status()).to.include({ protocol: 'json', baudRate: 9_600 });
  });

  it('is listened to again when another tracker is on it', async () => {
    const { port, ports, advance, status, reports } = await listening();
    port.say(post(1) + post(2) + post(3));
    port.onClose('gone');
    await advance(1_000);
    for (let second = 0; second < 10; second += 1) ports.last().say(epoch(second));
    expect(status().protocol).to.equal('auto');
    for (let second = 10; second < 20; second += 1) ports.last().say(epoch(second));
    await advance(3_000);
    expect(status()).to.include({ protocol: 'nmea0183', baudRate: 115_200 });
    expect(reports.at(-1)).to.deep.include({ deviceId: 'usb-test', bound: false });
  });

  it('is not doubted for some rubbish between frames', async () => {
    const { port, status } = await listening();
    port.say(post(1) + post(2) + post(3));
    for (let turn = 4; turn < 100; turn += 1) port.say(`${'x'.repeat(20_000)}\n${post(turn)}`);
    expect(status().protocol).to.equal('json');
    for (let turn = 0; turn < 4; turn += 1) port.say(`${'x'.repeat(20_000)}\n`);
    expect(status().protocol).to.equal('auto');
  });

  it('is listened to at the configured speed alone', async () => {
    const { port, advance, status } = await listening({ baudRate: 4_800 });
    await advance(10_000);
    expect(port.baudRate).to.equal(4_800);
    expect(port.asked).to.deep.equal([]);
    expect(status().baudRate).to.equal(4_800);
  });

  it('has no speed when it is a device server on the network', async () => {
    const { port, advance, status } = await listening({ path: 'tcp://server:4001' });
    expect(port.baudRate).to.equal(null);
    await advance(10_000);
    expect(port.asked).to.deep.equal([]);
    port.say(post(1) + post(2) + post(3));
    expect(status()).to.include({ protocol: 'json', baudRate: null });
    expect(status().candidates).to.deep.equal([{ protocol: 'json', baudRate: null, frames: 3, share: 0.995 }]);
  });

  it('stops listening with the port', async () => {
    const { link, port, advance, waiting } = await listening();
    port.say(post(1));
    await link.stop();
    expect(waiting()).to.equal(0);
    await advance(10_000);
    expect(port.asked).to.deep.equal(['close']);
  });
});

describe('a receiver that does not say whose positions they are', () => {
  const heard = async (options: Options) => {
    const test = await listening(options);
    for (let second = 0; second < 4; second += 1) test.port.say(epoch(second));
    await test.advance(3_000);
    return test;
  };

  it('is the device the port is bound to', async () => {
    const { reports, status } = await heard({ deviceId: 'bus-1' });
    expect(reports[0]).to.deep.include({ deviceId: 'bus-1', bound: true });
    expect(status().reason).to.equal(null);
  });

  it('is known by the serial number of its port', async () => {
    const { reports, status } = await heard({ naming: { links: [], id: 'usb-u-blox_GNSS_7-if00' } });
    expect(reports[0]).to.deep.include({ deviceId: 'usb-u-blox_GNSS_7-if00', bound: false });
    expect(status().reason).to.equal(null);
  });

  it('is nobody where the port has none: it is counted, and said what to do', async () => {
    const { reports, status } = await heard({ naming: { links: ['/dev/serial/by-id/usb-Prolific-if00'] } });
    expect(reports).to.deep.equal([]);
    expect(status().counters.unknownDevices).to.equal(3);
    expect(status().reason).to.equal(
      'nmea0183 does not say whose positions they are: give this port a deviceId in serial.ports',
    );
  });
});
