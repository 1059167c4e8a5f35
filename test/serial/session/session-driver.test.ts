import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { failure, success } from '../../../src/errors.js';
import type { Receipt } from '../../../src/domain/report.js';
import { meshtastic } from '../../../src/protocols/meshtastic/index.js';
import { taip } from '../../../src/protocols/taip/index.js';
import { wpt } from '../../../src/protocols/wpt/index.js';
import { encodeLine } from '../../../src/protocols/wpt/line.js';
import { createTestLink } from '../../support/serial/test-link.js';
import { testProtocol } from '../../support/protocols/test-protocol.js';
import { reasonFor } from '../../support/serial/reason.js';

type TestLink = ReturnType<typeof createTestLink>;

/** A managed port that is open. */
async function openLink(options: Parameters<typeof createTestLink>[0] = {}): Promise<TestLink> {
  const test = createTestLink(options);
  test.link.start();
  await test.advance(0);
  return test;
}

/** Holds every report until `release` settles the oldest `count` of them. */
function holdReports({ world, stored }: TestLink): { release: (count: number) => Promise<void>; held: () => number } {
  const waiting: ((receipt: Receipt) => void)[] = [];
  world.receive = () => new Promise((resolve) => waiting.push(resolve));
  return {
    async release(count) {
      for (const settle of waiting.splice(0, count)) settle(stored);
      await turn();
    },
    held: () => waiting.length,
  };
}

describe('the session driver', () => {
  it('a record is submitted with its source, and the reply follows once it is stored', async () => {
    const test = await openLink();
    const store = holdReports(test);
    test.ports.last().say('17 A\n');
    expect(test.reports).to.have.length(1);
    expect(test.reports[0]).to.deep.include({
      deviceId: 'A',
      source: { protocol: 'test', port: '/dev/test' },
      bound: false,
    });
    await turn();
    expect(test.ports.last().written).to.deep.equal([]);
    await store.release(1);
    expect(test.ports.last().written).to.deep.equal(['17 1\n']);
  });

  it('every opening starts with the greeting of the protocol', async () => {
    const test = await openLink({ protocol: wpt });
    expect(test.ports.last().written).to.deep.equal([encodeLine('IDN')]);
    test.ports.last().onClose(reasonFor('gone'));
    test.world.device = 'second';
    await test.advance(500);
    expect(test.ports.opened()).to.equal(2);
    expect(test.ports.last().written).to.deep.equal([encodeLine('IDN')]);
  });

  it('the greeting is repeated to a silent tracker while the port is open', async () => {
    const test = await openLink({ protocol: meshtastic });
    const { written } = test.ports.last();
    expect(written).to.have.length(1);
    await test.advance(60_000);
    expect(written).to.have.length(2);
    await test.advance(60_000);
    expect(written).to.have.length(3);
    test.ports.last().onClose(reasonFor('gone'));
    await test.advance(60_000);
    expect(written).to.have.length(3);
  });

  it('a silent TAIP receiver is asked for its position again and again where commands are allowed', async () => {
    const test = await openLink({ protocol: taip, commands: true });
    const { written } = test.ports.last();
    expect(written).to.deep.equal(['>QPV<']);
    await test.advance(9_000);
    test.ports.last().say('>RPV28801+5284228+0057058202708412;ID=4711<');
    await test.advance(9_000);
    expect(written).to.have.length(1);
    await test.advance(1_000);
    expect(written).to.have.length(2);
    await test.advance(10_000);
    expect(written).to.deep.equal(['>QPV<', '>QPV<', '>QPV<']);
  });

  it('a silent TAIP receiver is not asked on a port without commands or with protocol detection', async () => {
    for (const options of [{}, { commands: true, protocols: [taip, wpt] as const }]) {
      const test = await openLink({ protocol: taip, ...options });
      for (let second = 0; second < 4; second += 1) {
        test.ports.last().say('>RPV28801+5284228+0057058202708412;ID=4711<\r\n');
        await test.advance(1_000);
      }
      expect(test.link.status().protocol).to.equal('taip');
      await test.advance(15_000);
      expect(test.ports.last().written).to.deep.equal([]);
    }
  });

  it('all data of a bound port belongs to its device, whatever id the tracker sends', async () => {
    const test = await openLink({ deviceId: 'B' });
    test.ports.last().say('1 A\n2\n');
    expect(test.reports.map(({ deviceId, bound }) => [deviceId, bound])).to.deep.equal([
      ['B', true],
      ['B', true],
    ]);
    expect(test.link.status().deviceId).to.equal('B');
  });

  it('a record without a device id is counted and refused on an unbound port', async () => {
    const test = await openLink();
    test.ports.last().say('1\n');
    await turn();
    expect(test.reports).to.deep.equal([]);
    expect(test.ports.last().written).to.deep.equal(['1 not_found\n']);
    expect(test.link.status().counters).to.include({ unknownDevices: 1, rejected: 0 });
  });

  it('refusals of unknown devices are counted separately', async () => {
    const test = await openLink();
    test.world.receive = ({ deviceId }) =>
      Promise.resolve(deviceId === 'stranger' ? failure('not_found', 'unknown') : failure('device_expired', 'late'));
    test.ports.last().say('1 stranger\n2 A\n');
    await turn();
    expect(test.link.status().counters).to.include({ unknownDevices: 1, rejected: 1 });
    expect(test.ports.last().written).to.deep.equal(['1 not_found\n', '2 device_expired\n']);
  });

  it('a frame without usable content is counted and gets a reply', async () => {
    const test = await openLink();
    test.ports.last().say('noise\n');
    await turn();
    expect(test.link.status().counters).to.include({ rejected: 1, frames: 1 });
    expect(test.ports.last().written).to.deep.equal(['bad validation_failed\n']);
  });

  it('nothing is written for a protocol that never writes', async () => {
    const test = await openLink({ protocol: testProtocol({ silent: true }) });
    test.ports.last().say('1 A\nnoise\n');
    await turn();
    expect(test.reports).to.have.length(1);
    expect(test.ports.last().written).to.deep.equal([]);
  });

  it('the reports of a chunk are submitted together, and the replies keep the order of the messages', async () => {
    const test = await openLink();
    const waiting = new Map<string, (receipt: Receipt) => void>();
    test.world.receive = ({ deviceId }) => new Promise((resolve) => waiting.set(deviceId, resolve));
    test.ports.last().say('1 A\n2 B\nnoise\n3 C\n');
    expect([...waiting.keys()]).to.deep.equal(['A', 'B', 'C']);
    for (const device of ['C', 'B', 'A']) {
      waiting.get(device)?.(success({ accepted: 1, duplicates: 0 }));
      await turn();
    }
    expect(test.ports.last().written).to.deep.equal(['1 1\n', '2 1\n', 'bad validation_failed\n', '3 1\n']);
  });

  it('reading pauses above 256 unsettled reports and resumes below 128', async () => {
    const test = await openLink();
    const store = holdReports(test);
    const port = test.ports.last();
    for (let n = 0; n < 256; n += 1) port.say(`${n} A\n`);
    expect(port.asked).to.deep.equal([]);
    port.say('256 A\n');
    port.say('257 A\n');
    expect(port.asked).to.deep.equal(['pause']);
    await store.release(130);
    expect(port.asked).to.deep.equal(['pause']);
    await store.release(1);
    expect(port.asked).to.deep.equal(['pause', 'resume']);
    await store.release(200);
    expect(port.asked).to.deep.equal(['pause', 'resume']);
    expect(port.written).to.have.length(258);
  });

  it('a message that waits for more data is submitted after a silence, and not before', async () => {
    const test = await openLink({ protocol: testProtocol({ idleTimeoutMs: 300 }) });
    test.ports.last().say('hold 1\n');
    await test.advance(299);
    test.ports.last().say('hold 2\n');
    await test.advance(299);
    expect(test.reports).to.have.length(0);
    await test.advance(1);
    expect(test.reports).to.have.length(2);
  });

  it('the session is asked again after another silence as long as it had messages', async () => {
    const test = await openLink({ protocol: testProtocol({ idleTimeoutMs: 300, nags: 3 }) });
    test.ports.last().say('1 A\n');
    await test.advance(10_000);
    expect(test.reports).to.have.length(1 + 3);
    expect(test.waiting()).to.equal(0);
  });

  it('unread data on the port is not a silence', async () => {
    const test = await openLink({ protocol: testProtocol({ idleTimeoutMs: 300 }) });
    test.ports.last().say('hold 1\n');
    test.ports.last().hold(true);
    await test.advance(1_000);
    expect(test.reports).to.have.length(0);
    test.ports.last().hold(false);
    await test.advance(300);
    expect(test.reports).to.have.length(1);
  });

  it('a message that waits for more data is submitted when the port is lost', async () => {
    const test = await openLink({ protocol: testProtocol({ idleTimeoutMs: 300 }) });
    test.ports.last().say('hold 1\n');
    test.ports.last().onClose(reasonFor('gone'));
    expect(test.reports).to.have.length(1);
    await test.advance(60_000);
    expect(test.reports).to.have.length(1);
  });

  it('an exception counts as a failing store, which is logged once until it works again', async () => {
    const test = await openLink();
    test.world.receive = () => Promise.reject(new Error('disk full'));
    for (let n = 1; n <= 50; n += 1) test.ports.last().say(`${n} A\n`);
    await turn();
    expect(test.ports.last().written).to.have.length(50);
    expect(test.ports.last().written[0]).to.equal('1 store_unavailable\n');
    expect(test.link.status().counters.rejected).to.equal(50);
    test.world.receive = () => Promise.resolve(test.stored);
    test.ports.last().say('51 A\n52 A\n');
    await turn();
    expect(test.log.filter((line) => line.includes('disk full'))).to.have.length(1);
    expect(test.log.filter((line) => line.includes('stored again'))).to.have.length(1);
  });

  it('an exception of the protocol starts a new session and is logged once', async () => {
    const test = await openLink();
    test.ports.last().say('1 A\n');
    test.ports.last().say('crash\n');
    test.ports.last().say('crash\n');
    test.ports.last().say('2 A\n');
    await turn();
    expect(test.reports).to.have.length(2);
    expect(test.ports.opened()).to.equal(1);
    expect(test.log.filter((line) => line.includes('protocol session failed'))).to.have.length(1);
  });

  it('replies to a tracker that does not read are dropped, which is logged once, and its records are stored', async () => {
    const test = await openLink();
    test.ports.last().jam();
    for (let n = 1; n <= 1_000; n += 1) {
      test.ports.last().say(`${n} A\n`);
      await turn();
    }
    expect(test.reports).to.have.length(1_000);
    expect(test.link.status().state).to.equal('open');
    expect(test.log.filter((line) => line.includes('reply dropped'))).to.have.length(1);
  });

  it('a stop waits for unsettled reports and sends no replies', async () => {
    const test = await openLink();
    const store = holdReports(test);
    test.ports.last().say('1 A\n2 A\n');
    let stopped = false;
    const stop = test.link.stop().then(() => (stopped = true));
    await turn();
    await store.release(1);
    expect(stopped).to.equal(false);
    await store.release(1);
    await stop;
    expect(test.ports.last().written).to.deep.equal([]);
  });

  it('a stop waits for the reports of earlier openings', async () => {
    const test = await openLink();
    const store = holdReports(test);
    test.ports.last().say('1 A\n');
    test.ports.last().onClose(reasonFor('gone'));
    await test.advance(1_000);
    let stopped = false;
    const stop = test.link.stop().then(() => (stopped = true));
    await turn();
    expect(stopped).to.equal(false);
    await store.release(1);
    await stop;
  });
});
