import { expect } from 'chai';
import { protocols } from '../../../src/protocols/index.js';
import { jsonLine } from '../../../src/simulator/json/line.js';
import { nmeaEpoch } from '../../../src/simulator/nmea0183/epoch.js';
import { createVehicle } from '../../../src/simulator/vehicle.js';
import { aisSentences } from '../../../src/simulator/ais/sentences.js';
import { classA, classB } from '../../support/protocols/ais-messages.js';
import { countedSums } from '../../support/protocols/counted-bytes.js';
import { createTestLink } from '../../support/serial/test-link.js';
import { testProtocol } from '../../support/protocols/test-protocol.js';
import { fix, hello } from '../../support/protocols/wpt.js';
import { reasonFor } from '../../support/serial/reason.js';

const { nmea0183, ais, json, wpt } = protocols;
const vehicle = createVehicle({ seed: 5 });
const START = Date.UTC(2026, 10, 21, 10);
const epoch = (second: number): string => nmeaEpoch(vehicle.fixAt(START + 1000 * second));
const post = (id: number): string =>
  jsonLine({ id, deviceId: 'van', location: vehicle.fixAt(START + 1000 * id) }, { checked: false });

type Options = Parameters<typeof createTestLink>[0];

/** An open port whose protocol is unknown. */
async function openAutoPort(options: Options = {}) {
  const test = createTestLink({ protocols: [nmea0183, ais, json, wpt], ...options });
  test.link.start();
  await test.advance(0);
  const status = () => test.link.status();
  return { ...test, port: test.ports.last(), status };
}

describe('protocol detection', () => {
  it('the port is read for 3 s at each speed, the fastest first, without being reopened', async () => {
    const { port, advance, ports, status } = await openAutoPort();
    expect(port.baudRate).to.equal(115_200);
    expect(status()).to.include({ state: 'open', protocol: 'auto', baudRate: 115_200 });
    await advance(2_999);
    expect(port.asked).to.deep.equal([]);
    await advance(1);
    expect(port.asked).to.deep.equal(['9600']);
    await advance(12_000);
    expect(port.asked).to.deep.equal(['9600', '38400', '4800', '57600', '19200']);
    expect(status().reason).to.match(/^detecting the protocol/);
    expect(ports.opened()).to.equal(1);
  });

  it('each round is longer, until every speed covers a tracker that reports once a minute', async () => {
    const { port, advance } = await openAutoPort();
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

  it('a speed gets 3 s after the first byte, however long the port was silent before', async () => {
    const { port, advance, status } = await openAutoPort();
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

  it('data received during detection is decoded, and replies are sent only once the protocol is known', async () => {
    const { port, reports, status, advance } = await openAutoPort();
    port.say(post(1) + post(2));
    expect(reports).to.deep.equal([]);
    port.say(post(3));
    await advance(0);
    expect(status()).to.include({ protocol: 'json', baudRate: 115_200, reason: null });
    expect(reports.map(({ deviceId }) => deviceId)).to.deep.equal(['van', 'van', 'van']);
    expect(port.written).to.have.length(3);
    expect(status().counters).to.include({ frames: 3, discardedBytes: 0 });
  });

  it('each byte is counted once, whether it is discarded during detection or decoded after it', async () => {
    const { port, advance, status, link } = await openAutoPort();
    const check = (bytes: number): void => {
      const { parts, totals } = countedSums(status().counters);
      expect(parts).to.deep.equal(totals);
      expect(totals.bytes).to.equal(bytes);
    };
    port.say('$garbage,\n');
    check(0);
    await advance(3_000);
    check(10);
    port.say(post(1) + post(2) + post(3) + post(4).slice(0, 9));
    await advance(0);
    expect(status().protocol).to.equal('json');
    const length = 10 + 4 * post(1).length - (post(1).length - 9);
    check(length);
    expect(status().counters.framesBy.records).to.equal(3);
    expect(status().counters.bytesBy).to.include({ held: 9 });
    await link.stop();
    check(length);
    expect(status().counters.bytesBy.discarded).to.deep.equal({ noise: 10, tooLong: 0, checksum: 0, cut: 9 });
  });

  it('nothing is written during detection, whatever is received', async () => {
    const { port, advance } = await openAutoPort();
    for (let round = 0; round < 30; round += 1) {
      port.say(`${hello().slice(0, 40)}\r\n{"id":1}\nAT\r\n\0\xff+++`);
      await advance(1_000);
    }
    expect(port.written).to.deep.equal([]);
  });

  it('the status lists the candidates of each speed, the likeliest first, and noise is counted', async () => {
    const { port, advance, status } = await openAutoPort();
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

  it('a reopened port uses the detected protocol and speed', async () => {
    const { port, ports, advance, status } = await openAutoPort();
    await advance(3_000);
    port.say(post(1) + post(2) + post(3));
    port.onClose(reasonFor('gone'));
    await advance(1_000);
    expect(ports.opened()).to.equal(2);
    expect(ports.last().baudRate).to.equal(9_600);
    expect(status()).to.include({ protocol: 'json', baudRate: 9_600 });
  });

  it('a port with another tracker is detected again', async () => {
    const { port, ports, advance, status, reports } = await openAutoPort();
    port.say(post(1) + post(2) + post(3));
    port.onClose(reasonFor('gone'));
    await advance(1_000);
    for (let second = 0; second < 10; second += 1) ports.last().say(epoch(second));
    expect(status().protocol).to.equal('auto');
    for (let second = 10; second < 20; second += 1) ports.last().say(epoch(second));
    await advance(3_000);
    expect(status()).to.include({ protocol: 'nmea0183', baudRate: 115_200 });
    expect(reports.at(-1)).to.deep.include({ deviceId: 'usb-test', bound: false });
  });

  it('a port with another tracker after a long silence is detected again, without being reopened', async () => {
    const { port, ports, advance, status } = await openAutoPort();
    port.say(post(1) + post(2) + post(3));
    await advance(1_000);
    port.say(post(4));
    await advance(30_000);
    for (let second = 0; second < 10; second += 1) port.say(epoch(second));
    expect(status().protocol).to.equal('auto');
    for (let second = 10; second < 20; second += 1) port.say(epoch(second));
    await advance(3_000);
    expect(status()).to.include({ protocol: 'nmea0183', baudRate: 115_200 });
    expect(ports.opened()).to.equal(1);
  });

  it('a tracker that is silent for long gets the greeting again, because it may have restarted', async () => {
    const base = testProtocol();
    const protocol: typeof base = { ...base, open: (...args) => ({ ...base.open(...args), greeting: () => 'who?' }) };
    const { port, advance } = await openAutoPort({ protocols: [protocol] });
    port.say('1 A\n');
    await advance(1_000);
    port.say('2 A\n');
    await advance(29_999);
    expect(port.written.filter((text) => text === 'who?')).to.have.length(1);
    await advance(1);
    expect(port.written.filter((text) => text === 'who?')).to.have.length(2);
  });

  it('noise between frames does not restart the detection', async () => {
    const { port, status } = await openAutoPort();
    port.say(post(1) + post(2) + post(3));
    for (let id = 4; id < 100; id += 1) port.say(`${'x'.repeat(20_000)}\n${post(id)}`);
    expect(status().protocol).to.equal('json');
    for (let count = 0; count < 4; count += 1) port.say(`${'x'.repeat(20_000)}\n`);
    expect(status().protocol).to.equal('auto');
  });

  it('a configured speed is the only one tried', async () => {
    const { port, advance, status } = await openAutoPort({ baudRate: 4_800 });
    await advance(10_000);
    expect(port.baudRate).to.equal(4_800);
    expect(port.asked).to.deep.equal([]);
    expect(status().baudRate).to.equal(4_800);
  });

  it('a TCP port is detected without a speed', async () => {
    const { port, advance, status } = await openAutoPort({ path: 'tcp://server:4001' });
    expect(port.baudRate).to.equal(null);
    await advance(10_000);
    expect(port.asked).to.deep.equal([]);
    port.say(post(1) + post(2) + post(3));
    expect(status()).to.include({ protocol: 'json', baudRate: null });
    expect(status().candidates).to.deep.equal([{ protocol: 'json', baudRate: null, frames: 3, share: 0.995 }]);
  });

  it('the detection ends when the port is stopped', async () => {
    const { link, port, advance, waiting } = await openAutoPort();
    port.say(post(1));
    await link.stop();
    expect(waiting()).to.equal(0);
    await advance(10_000);
    expect(port.asked).to.deep.equal(['close']);
  });
});

describe('a receiver without a device id', () => {
  const receiveFixes = async (options: Options) => {
    const test = await openAutoPort(options);
    for (let second = 0; second < 4; second += 1) test.port.say(epoch(second));
    await test.advance(3_000);
    return test;
  };

  it('the receiver is the device that its port is bound to', async () => {
    const { reports, status } = await receiveFixes({ deviceId: 'bus-1' });
    expect(reports[0]).to.deep.include({ deviceId: 'bus-1', bound: true });
    expect(status().reason).to.equal(null);
  });

  it('the receiver of an unbound port is identified by the serial number of its adapter', async () => {
    const { reports, status } = await receiveFixes({ naming: { links: [], id: 'usb-u-blox_GNSS_7-if00' } });
    expect(reports[0]).to.deep.include({ deviceId: 'usb-u-blox_GNSS_7-if00', bound: false });
    expect(status().reason).to.equal(null);
  });

  it('fixes on a port without a device id are counted, and the status reports the fix', async () => {
    const { reports, status } = await receiveFixes({ naming: { links: ['/dev/serial/by-id/usb-Prolific-if00'] } });
    expect(reports).to.deep.equal([]);
    expect(status().counters.unknownDevices).to.equal(3);
    expect(status().reason).to.equal('nmea0183 has no device id: set deviceId for this port in serial.ports');
  });
});

describe('an AIS receiver that reports its own position', () => {
  /** mostly own sentences, as of a transponder that receives two vessels */
  const recording = (): string =>
    Array.from({ length: 12 }, (_, second) => epoch(second)).join(
      aisSentences(classA()) + aisSentences(classB({ mmsi: 244_660_002 })),
    );

  async function reportsOf(options: Options) {
    const { link, port, reports, advance, status } = await openAutoPort(options);
    port.say(recording());
    await advance(4_000);
    await link.stop();
    const devices = new Map<string, Set<string>>();
    for (const { deviceId, bound, locations } of reports) {
      const places = devices.get(`${deviceId} ${bound ? 'bound' : 'by its id'}`) ?? new Set();
      for (const { dateTime, latitude } of locations) places.add(`${dateTime} ${latitude}`);
      devices.set(`${deviceId} ${bound ? 'bound' : 'by its id'}`, places);
    }
    return { protocol: status().protocol, fixes: Object.fromEntries([...devices].map(([id, { size }]) => [id, size])) };
  }

  const vessels = { '244660001 by its id': 1, '244660002 by its id': 1 };

  it('a port with deviceId stores its fixes for the device and those of the vessels for the vessels', async () => {
    const { protocol, fixes } = await reportsOf({ protocols: [ais], deviceId: 'ferry' });
    expect(protocol).to.equal('ais');
    expect(fixes).to.deep.equal({ 'ferry bound': 12, ...vessels });
  });

  it('protocol detection finds both', async () => {
    const { protocol, fixes } = await reportsOf({ deviceId: 'ferry' });
    expect(protocol).to.equal('ais');
    expect(fixes).to.deep.equal({ 'ferry bound': 12, ...vessels });
  });

  it('a port in detection without deviceId is identified by its adapter', async () => {
    expect((await reportsOf({})).fixes).to.deep.equal({ 'usb-test by its id': 12, ...vessels });
  });

  it('a configured port without deviceId stores the vessels alone', async () => {
    const { fixes } = await reportsOf({ protocols: [ais] });
    expect(fixes).to.deep.equal(vessels);
  });
});
