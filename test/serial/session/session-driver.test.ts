import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { failure, success } from '../../../src/errors.js';
import type { Receipt } from '../../../src/domain/report.js';
import { meshtastic } from '../../../src/protocols/meshtastic/index.js';
import { wpt } from '../../../src/protocols/wpt/index.js';
import { encodeLine } from '../../../src/protocols/wpt/line.js';
import { createTestLink } from '../../support/test-link.js';
import { testProtocol } from '../../support/test-protocol.js';

type TestLink = ReturnType<typeof createTestLink>;

/** A link whose port is open. */
async function opened(options: Parameters<typeof createTestLink>[0] = {}): Promise<TestLink> {
  const made = createTestLink(options);
  made.link.start();
  await made.advance(0);
  return made;
}

/** Holds every report until `release` settles as many as asked for, first come first. */
function hold({ world, stored }: TestLink): { release: (count: number) => Promise<void>; held: () => number } {
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

describe('serial conversation', () => {
  it('hands in what was heard, with its source, and replies once it is stored', async () => {
    const test = await opened();
    const store = hold(test);
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

  it('says what its protocol says first at every opening, before anything was heard', async () => {
    const test = await opened({ protocol: wpt });
    expect(test.ports.last().written).to.deep.equal([encodeLine('IDN')]);
    test.ports.last().onClose('gone');
    test.world.device = 'second';
    await test.advance(500);
    expect(test.ports.opened()).to.equal(2);
    expect(test.ports.last().written).to.deep.equal([encodeLine('IDN')]);
  });

  it('greets again who is silent, as long as the port is open', async () => {
    const test = await opened({ protocol: meshtastic });
    const { written } = test.ports.last();
    expect(written).to.have.length(1);
    await test.advance(60_000);
    expect(written).to.have.length(2);
    await test.advance(60_000);
    expect(written).to.have.length(3);
    test.ports.last().onClose('gone');
    await test.advance(60_000);
    expect(written).to.have.length(3);
  });

  it('takes a bound port for the bound device, whatever the tracker says', async () => {
    const test = await opened({ deviceId: 'B' });
    test.ports.last().say('1 A\n2\n');
    expect(test.reports.map(({ deviceId, bound }) => [deviceId, bound])).to.deep.equal([
      ['B', true],
      ['B', true],
    ]);
    expect(test.link.status().deviceId).to.equal('B');
  });

  it('counts and refuses what names no device on a port bound to none', async () => {
    const test = await opened();
    test.ports.last().say('1\n');
    await turn();
    expect(test.reports).to.deep.equal([]);
    expect(test.ports.last().written).to.deep.equal(['1 not_found\n']);
    expect(test.link.status().counters).to.include({ unknownDevices: 1, rejected: 0 });
  });

  it('counts devices that nobody knows apart from other refusals', async () => {
    const test = await opened();
    test.world.receive = ({ deviceId }) =>
      Promise.resolve(deviceId === 'stranger' ? failure('not_found', 'who?') : failure('device_expired', 'late'));
    test.ports.last().say('1 stranger\n2 A\n');
    await turn();
    expect(test.link.status().counters).to.include({ unknownDevices: 1, rejected: 1 });
    expect(test.ports.last().written).to.deep.equal(['1 not_found\n', '2 device_expired\n']);
  });

  it('counts and answers a frame that says nothing usable', async () => {
    const test = await opened();
    test.ports.last().say('rubbish\n');
    await turn();
    expect(test.link.status().counters).to.include({ rejected: 1, frames: 1 });
    expect(test.ports.last().written).to.deep.equal(['bad validation_failed\n']);
  });

  it('writes nothing for a protocol that never writes', async () => {
    const test = await opened({ protocol: testProtocol({ silent: true }) });
    test.ports.last().say('1 A\nrubbish\n');
    await turn();
    expect(test.reports).to.have.length(1);
    expect(test.ports.last().written).to.deep.equal([]);
  });

  it('hands in all reports of a chunk together and replies in the order they came', async () => {
    const test = await opened();
    const waiting = new Map<string, (receipt: Receipt) => void>();
    test.world.receive = ({ deviceId }) => new Promise((resolve) => waiting.set(deviceId, resolve));
    test.ports.last().say('1 A\n2 B\nrubbish\n3 C\n');
    expect([...waiting.keys()]).to.deep.equal(['A', 'B', 'C']);
    for (const device of ['C', 'B', 'A']) {
      waiting.get(device)?.(success({ accepted: 1, duplicates: 0 }));
      await turn();
    }
    expect(test.ports.last().written).to.deep.equal(['1 1\n', '2 1\n', 'bad validation_failed\n', '3 1\n']);
  });

  it('does not read on above 256 unsettled reports, until fewer than 128 are left', async () => {
    const test = await opened();
    const store = hold(test);
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

  it('gives out what waits for more after a silence, and not before', async () => {
    const test = await opened({ protocol: testProtocol({ idleTimeoutMs: 300 }) });
    test.ports.last().say('hold 1\n');
    await test.advance(299);
    test.ports.last().say('hold 2\n');
    await test.advance(299);
    expect(test.reports).to.have.length(0);
    await test.advance(1);
    expect(test.reports).to.have.length(2);
  });

  it('asks again after another silence as long as there was something to say', async () => {
    const test = await opened({ protocol: testProtocol({ idleTimeoutMs: 300, nags: 3 }) });
    test.ports.last().say('1 A\n');
    await test.advance(10_000);
    expect(test.reports).to.have.length(1 + 3);
    expect(test.waiting()).to.equal(0);
  });

  it('takes no silence for one while there is more to read than was read', async () => {
    const test = await opened({ protocol: testProtocol({ idleTimeoutMs: 300 }) });
    test.ports.last().say('hold 1\n');
    test.ports.last().hold(true);
    await test.advance(1_000);
    expect(test.reports).to.have.length(0);
    test.ports.last().hold(false);
    await test.advance(300);
    expect(test.reports).to.have.length(1);
  });

  it('gives out what waits for more when the port is lost: nothing more can come', async () => {
    const test = await opened({ protocol: testProtocol({ idleTimeoutMs: 300 }) });
    test.ports.last().say('hold 1\n');
    test.ports.last().onClose('gone');
    expect(test.reports).to.have.length(1);
    await test.advance(60_000);
    expect(test.reports).to.have.length(1);
  });

  it('takes an exception for a store that is not there, and says so once until it is back', async () => {
    const test = await opened();
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

  it('goes on with a new session after a fault in the protocol, and says so once', async () => {
    const test = await opened();
    test.ports.last().say('1 A\n');
    test.ports.last().say('crash\n');
    test.ports.last().say('crash\n');
    test.ports.last().say('2 A\n');
    await turn();
    expect(test.reports).to.have.length(2);
    expect(test.ports.opened()).to.equal(1);
    expect(test.log.filter((line) => line.includes('the protocol failed'))).to.have.length(1);
  });

  it('leaves out replies to a tracker that does not read, keeps its records, and says so once', async () => {
    const test = await opened();
    test.ports.last().jam();
    for (let n = 1; n <= 1_000; n += 1) {
      test.ports.last().say(`${n} A\n`);
      await turn();
    }
    expect(test.reports).to.have.length(1_000);
    expect(test.link.status().state).to.equal('open');
    expect(test.log.filter((line) => line.includes('left out'))).to.have.length(1);
  });

  it('waits for unsettled reports when it stops, and sends nothing after', async () => {
    const test = await opened();
    const store = hold(test);
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

  it('waits for the reports of a port that was lost before', async () => {
    const test = await opened();
    const store = hold(test);
    test.ports.last().say('1 A\n');
    test.ports.last().onClose('gone');
    await test.advance(1_000);
    let stopped = false;
    const stop = test.link.stop().then(() => (stopped = true));
    await turn();
    expect(stopped).to.equal(false);
    await store.release(1);
    await stop;
  });
});
