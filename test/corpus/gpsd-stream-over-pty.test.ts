import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { nmea0183 } from '../../src/protocols/nmea0183/index.js';
import type { Location } from '../../src/schema/records/location.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { historyOf, portAt, portsOf } from '../support/ask.js';
import { signIn, type Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { runProtocol, locationsOf } from '../support/framing.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway.js';
import { killAll } from '../support/waypost.js';
import { createTally, inputOf } from './corpus.js';
import { createJudgement, gpsdStreams, type Stream } from './gpsd-judgement.js';

/** A stream, the line it comes over and the device it is of. */
type Sender = { readonly one: Stream; readonly deviceId: string; readonly input: Buffer; readonly line: VirtualPort };

const PATIENCE_MS = 120_000;

/** A location is stored once, however often it is told. */
const distinct = (locations: readonly Location[]): number =>
  new Set(locations.map(({ dateTime, latitude, longitude }) => [dateTime, latitude, longitude].join(' '))).size;

describe('gpsd: whole streams, each over a serial port of its own, asked of the API', function () {
  this.timeout(3 * PATIENCE_MS);
  const streams = gpsdStreams().filter(({ protocol }) => protocol === 'nmea0183');
  const tally = createTally();
  const judgement = createJudgement(tally);
  const folder = mkdtempSync(join(tmpdir(), 'waypost-streams-'));
  const senders: Sender[] = [];
  const answers = new Map<string, readonly Location[]>();
  let gateway: Gateway;
  let client: Client;

  async function start(): Promise<void> {
    const ports = senders.map(({ line, deviceId }) => ({ path: line.path, protocol: 'nmea0183', deviceId }));
    gateway = await startGateway({ folder, config: { serial: { ports } } });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    const isOpen = async (): Promise<boolean> => (await portsOf(client)).every(({ state }) => state === 'open');
    await eventually('all ports are open', isOpen, PATIENCE_MS);
  }

  before(async () => {
    for (const [place, one] of streams.entries()) {
      const deviceId = `receiver-${place}`;
      senders.push({ one, deviceId, input: inputOf(one), line: openVirtualPort(join(folder, deviceId)) });
    }
    await start();
    await Promise.all(senders.map(({ line, input }) => line.write(input)));
    for (const { one, deviceId, input, line } of senders) {
      const isHeard = async (): Promise<boolean> => (await portAt(client, line.path)).counters.bytes >= input.length;
      await eventually(`${one.source} is heard`, isHeard, PATIENCE_MS);
      const told = distinct(locationsOf(runProtocol(nmea0183, [input])));
      const isStored = async (): Promise<boolean> => (await historyOf(client, deviceId)).length >= told;
      await eventually(`${told} fixes of ${one.source} are stored`, isStored, PATIENCE_MS);
      answers.set(deviceId, await historyOf(client, deviceId));
    }
  });
  after(() => {
    killAll();
    for (const { line } of senders) line.close();
    rmSync(folder, { recursive: true });
    tally.print();
  });

  it('has streams', () => {
    expect(streams).to.not.be.empty;
  });

  for (const [place, one] of streams.entries()) {
    it(`stores the fixes of ${one.source}`, () => {
      expect(judgement.faultsOf(one, answers.get(`receiver-${place}`) ?? [])).to.deep.equal([]);
    });
  }

  it('stores what the same bytes give in memory, no less and no more', () => {
    for (const { one, deviceId, input } of senders) {
      const told = locationsOf(runProtocol(nmea0183, [input]));
      expect(answers.get(deviceId), one.source).to.have.length(distinct(told)).and.have.deep.members(told);
    }
  });

  it('has heard every byte and every sentence', async () => {
    for (const { one, input, line } of senders) {
      const { counters } = await portAt(client, line.path);
      expect(counters.bytes, one.source).to.equal(input.length);
      expect(counters.frames, one.source).to.be.at.least(one.facts?.validSentences ?? 0);
      expect(counters, one.source).to.include({ rejected: 0, unknownDevices: 0, reopened: 0 });
      tally.add('sentences', counters.frames);
      tally.add('bytes', counters.bytes);
    }
  });

  it('gives the same answers after a restart', async () => {
    expect(await gateway.end('SIGTERM')).to.equal(0);
    await start();
    for (const { one, deviceId } of senders) {
      expect(await historyOf(client, deviceId), one.source).to.deep.equal(answers.get(deviceId));
    }
    expect(await gateway.end('SIGTERM')).to.equal(0);
  });
});
