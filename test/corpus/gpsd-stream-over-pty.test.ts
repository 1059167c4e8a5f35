import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { nmea0183 } from '../../src/protocols/nmea0183/index.js';
import type { Location } from '../../src/schema/records/location.js';
import { createClock } from '../../src/time/clock.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { historyOf, portAt, portsOf } from '../support/api/api-queries.js';
import { signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { runProtocol, locationsOf } from '../support/protocols/framing.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { killAll } from '../support/gateway/waypost.js';
import { createTally, inputOf } from './corpus.js';
import { asRecorded, daysUntil, shiftDates } from './shift-dates.js';
import { createJudgement, gpsdStreams, type Stream } from './gpsd-judgement.js';

const clock = createClock();

/** A stream with its port and device. */
type Sender = {
  readonly stream: Stream;
  readonly deviceId: string;
  /** decoded in memory */
  readonly decoded: readonly Location[];
  /** by which the dates were moved */
  readonly days: number;
  readonly input: Buffer;
  readonly line: VirtualPort;
};

/** Repeated locations are stored once. */
const countDistinct = (locations: readonly Location[]): number =>
  new Set(locations.map(({ dateTime, latitude, longitude }) => [dateTime, latitude, longitude].join(' '))).size;

describe('gpsd streams over serial ports', () => {
  const streams = gpsdStreams().filter(({ protocol }) => protocol === 'nmea0183');
  const tally = createTally();
  const judgement = createJudgement(tally);
  const folder = mkdtempSync(join(tmpdir(), 'waypost-streams-'));
  const senders: Sender[] = [];
  const stored = new Map<string, readonly Location[]>();
  let gateway: Gateway;
  let client: Client;

  async function start(): Promise<void> {
    const ports = senders.map(({ line, deviceId }) => ({ path: line.path, protocol: 'nmea0183', deviceId }));
    gateway = await startGateway({ folder, config: { serial: { ports } } });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    const isOpen = async (): Promise<boolean> => (await portsOf(client)).every(({ state }) => state === 'open');
    await eventually('all ports are open', isOpen);
  }

  /** The stored fixes with the dates of the recording. */
  async function recordedBy(deviceId: string): Promise<Location[]> {
    const days = senders.find((sender) => sender.deviceId === deviceId)?.days ?? 0;
    return (await historyOf(client, deviceId)).map((location) => asRecorded(location, days));
  }

  before(async () => {
    for (const [index, stream] of streams.entries()) {
      const deviceId = `receiver-${index}`;
      const decoded = locationsOf(runProtocol(nmea0183, [inputOf(stream)]));
      const days = daysUntil(clock.now(), decoded);
      const input = shiftDates(inputOf(stream), days);
      senders.push({ stream, deviceId, decoded, days, input, line: openVirtualPort(join(folder, deviceId)) });
    }
    await start();
    await Promise.all(senders.map(({ line, input }) => line.write(input)));
    for (const { stream, deviceId, decoded, input, line } of senders) {
      const isReceived = async (): Promise<boolean> => (await portAt(client, line.path)).counters.bytes >= input.length;
      await eventually(`${stream.source} is received`, isReceived);
      const expected = countDistinct(decoded);
      const isStored = async (): Promise<boolean> => (await historyOf(client, deviceId)).length >= expected;
      await eventually(`${expected} fixes of ${stream.source} are stored`, isStored);
      stored.set(deviceId, await recordedBy(deviceId));
    }
  });
  after(() => {
    killAll();
    for (const { line } of senders) line.close();
    rmSync(folder, { recursive: true });
    tally.print();
  });

  it('the corpus has streams', () => {
    expect(streams).to.not.be.empty;
  });

  for (const [index, stream] of streams.entries()) {
    it(`the fixes of ${stream.source} are stored`, () => {
      expect(judgement.mismatchesOf(stream, stored.get(`receiver-${index}`) ?? [])).to.deep.equal([]);
    });
  }

  it('the stored fixes equal those decoded in memory', () => {
    for (const { stream, deviceId, decoded } of senders) {
      expect(stored.get(deviceId), stream.source).to.have.length(countDistinct(decoded)).and.have.deep.members(decoded);
    }
  });

  it('every byte and every sentence is counted', async () => {
    for (const { stream, input, line } of senders) {
      const { counters } = await portAt(client, line.path);
      expect(counters.bytes, stream.source).to.equal(input.length);
      expect(counters.frames, stream.source).to.be.at.least(stream.facts?.validSentences ?? 0);
      expect(counters, stream.source).to.include({ rejected: 0, unknownDevices: 0, reopened: 0 });
      tally.add('sentences', counters.frames);
      tally.add('bytes', counters.bytes);
    }
  });

  it('the history is the same after a restart', async () => {
    expect(await gateway.end('SIGTERM')).to.equal(0);
    await start();
    for (const { stream, deviceId } of senders) {
      expect(await recordedBy(deviceId), stream.source).to.deep.equal(stored.get(deviceId));
    }
    expect(await gateway.end('SIGTERM')).to.equal(0);
  });
});
