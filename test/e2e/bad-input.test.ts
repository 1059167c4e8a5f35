import { join } from 'node:path';
import { expect } from 'chai';
import { nmeaEpoch } from '../../src/simulator/nmea0183/epoch.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import type { PortStatus } from '../../src/schema/ports/port.js';
import { historyOf, portAt, portsOf } from '../support/api/api-queries.js';
import { request, signIn, type Client } from '../support/api/client.js';
import { eventually } from '../support/gateway/eventually.js';
import { countedSums } from '../support/protocols/counted-bytes.js';
import { useFolder } from '../support/store/folder.js';
import { sentence } from '../support/protocols/framing.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { fixAt } from '../support/store/records.js';
import { residentBytes } from '../support/machine/resident-memory.js';
import { killAll } from '../support/gateway/waypost.js';

const MEBIBYTE = 1_048_576;

/** Reproducible pseudo-random bytes. */
const noiseOf = (length: number, seed: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, n) => (Math.imul(n + seed * length, 2_654_435_761) >>> 13) & 0xff));

describe('the gateway and bad input', () => {
  const folder = useFolder();
  const vehicle = createVehicle({ seed: 2 });
  let receiver: VirtualPort;
  let tracker: VirtualPort;
  let replies = '';
  let gateway: Gateway;
  let client: Client;

  const epoch = (second: number): string => nmeaEpoch(vehicle.fixAt(Date.parse(fixAt(second).dateTime)));
  const report = (second: number): string =>
    `${JSON.stringify({ id: second, deviceId: 'van', location: fixAt(second) })}\n`;
  const secondsOf = async (deviceId: string): Promise<number[]> =>
    (await historyOf(client, deviceId)).map(
      ({ dateTime }) => (Date.parse(dateTime) - Date.parse(fixAt(0).dateTime)) / 1000,
    );
  const countersOf = async ({ path }: VirtualPort): Promise<PortStatus['counters']> =>
    (await portAt(client, path)).counters;

  /** Sends, and waits until the gateway has counted all bytes. */
  async function send(line: VirtualPort, bytes: string | Uint8Array): Promise<void> {
    const { bytes: before } = await countersOf(line);
    await line.write(bytes);
    const length = Buffer.byteLength(bytes);
    const isReceived = async (): Promise<boolean> => (await countersOf(line)).bytes - before >= length;
    await eventually('all bytes are received', isReceived);
  }

  /** Waits until exactly these fixes are stored. */
  async function expectStored(deviceId: string, seconds: readonly number[]): Promise<void> {
    const isStored = async (): Promise<boolean> => (await secondsOf(deviceId)).length >= seconds.length;
    await eventually(`${seconds.length} fixes of ${deviceId} are stored`, isStored);
    expect(await secondsOf(deviceId)).to.deep.equal(seconds);
  }

  beforeEach(async () => {
    const ports = [
      { path: join(folder(), 'receiver'), protocol: 'nmea0183', deviceId: 'boat' },
      { path: join(folder(), 'tracker'), protocol: 'json', deviceId: 'van' },
    ];
    gateway = await startGateway({ folder: folder(), config: { serial: { ports } } });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    // Opened after the start: a gateway started later would inherit the descriptors and keep the ports open.
    receiver = openVirtualPort(join(folder(), 'receiver'));
    tracker = openVirtualPort(join(folder(), 'tracker'));
    replies = '';
    tracker.onData((bytes) => (replies = (replies + Buffer.from(bytes).toString('latin1')).slice(-MEBIBYTE)));
    const isOpen = async (): Promise<boolean> => (await portsOf(client)).every(({ state }) => state === 'open');
    await eventually('both ports are open', isOpen);
  });
  afterEach(async () => {
    for (const { path, counters } of await portsOf(client)) {
      const { parts, totals } = countedSums(counters);
      expect(parts, `what the bytes of ${path} were part of`).to.deep.equal(totals);
    }
    killAll();
    receiver.close();
    tracker.close();
  });

  it('noise, cut sentences and wrong checksums are counted to the byte, and only valid fixes are stored', async () => {
    const noise = 'hum hum hum';
    const cut = '$GNRMC,120000.00,A,5250.1';
    const good = sentence('GNRMC,000001.00,A,0100.0,N,00100.0,E,1.0,90.0,211126,,,A').trimEnd();
    const wrong = good.replace('0100.0,N', '0200.0,N');
    await send(receiver, epoch(0));
    await send(receiver, [noise, cut, wrong, wrong, ''].join('\r\n'));
    await send(receiver, epoch(2));
    await expectStored('boat', [0, 2]);

    expect(await countersOf(receiver)).to.deep.include({
      frames: 2 * epochFrames(epoch(0)),
      discardedBytes: noise.length + cut.length + 2 * wrong.length,
      badChecksums: 2,
      rejected: 0,
      reopened: 0,
    });
    const { framesBy, bytesBy } = await countersOf(receiver);
    expect(framesBy.records + framesBy.joined + (framesBy.withoutRecord.GSV ?? 0)).to.equal(2 * epochFrames(epoch(0)));
    expect(bytesBy.discarded).to.deep.equal({
      noise: noise.length,
      tooLong: 0,
      cut: cut.length,
      checksum: 2 * wrong.length,
    });
  });

  it('lines that are cut, not JSON or have a wrong checksum are counted, and complete lines get a reply', async () => {
    const tail = '*0000';
    const damaged = `${report(1).trimEnd()}${tail}\n`;
    const half = report(2).slice(0, 40);
    await send(tracker, `${report(0)}${damaged}${half}\n\u0007\u0000noise\n${report(3)}`);
    await expectStored('van', [0, 3]);
    await eventually('four replies have arrived', () => replies.split('\n').length === 5);
    const statuses = replies
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: unknown; status: number }).status);
    expect(statuses).to.deep.equal([201, 400, 400, 201]);
    expect(await countersOf(tracker)).to.deep.include({
      frames: 4,
      discardedBytes: damaged.length - 1,
      badChecksums: 1,
      rejected: 2,
      unknownDevices: 0,
    });
  });

  it('1 MiB without a newline is discarded and counted to the byte, and the next valid line is accepted', async () => {
    const flood = Buffer.alloc(MEBIBYTE, 'x');
    await Promise.all([send(receiver, flood), send(tracker, flood)]);
    await Promise.all([send(receiver, `\r\n${epoch(0)}`), send(tracker, `\n${report(0)}`)]);
    await expectStored('boat', [0]);
    await expectStored('van', [0]);
    expect(await countersOf(receiver)).to.include({ discardedBytes: MEBIBYTE, badChecksums: 0 });
    expect(await countersOf(tracker)).to.include({ discardedBytes: MEBIBYTE, badChecksums: 0, rejected: 0 });
  });

  it('16 MiB of noise do not grow the memory, delay HTTP responses or store anything', async () => {
    const rounds = 8;
    let slowest = 0;
    let requests = 0;
    let isOver = false;
    const flood = async (from: number, to: number): Promise<void> => {
      for (let seed = from; seed < to; seed += 1) {
        await Promise.all([send(receiver, noiseOf(MEBIBYTE, seed)), send(tracker, noiseOf(MEBIBYTE, seed))]);
      }
    };
    const poll = async (): Promise<void> => {
      while (!isOver) {
        const took = await eventually('a response', async () => {
          const { status } = await request(gateway.url, 'GET', '/api/health');
          return status === 200;
        });
        slowest = Math.max(slowest, took);
        requests += 1;
      }
    };
    await flood(0, 2);
    const before = residentBytes(gateway.pid);
    const polling = poll();
    await flood(2, 2 + rounds);
    isOver = true;
    await polling;
    const growth = residentBytes(gateway.pid) - before;
    expect(growth).to.be.below(64 * MEBIBYTE);
    expect(requests).to.be.above(10);
    expect(slowest).to.be.below(5_000);
    await send(receiver, `\r\n${epoch(0)}`);
    await send(tracker, `\n${report(0)}`);
    await expectStored('boat', [0]);
    await expectStored('van', [0]);
    const counters = await countersOf(receiver);
    expect(counters.bytes).to.equal((2 + rounds) * MEBIBYTE + epoch(0).length + 2);
    expect(counters.discardedBytes).to.be.above((2 + rounds) * MEBIBYTE * 0.98);
    expect(await portAt(client, receiver.path)).to.include({ state: 'open' });
  });

  it('an unplugged port is absent with a reason, is read again when it is back, and keeps its counters', async () => {
    await send(receiver, epoch(0));
    await expectStored('boat', [0]);
    const state = async (): Promise<string> => (await portAt(client, receiver.path)).state;
    for (const second of [1, 2, 3]) {
      const { frames } = await countersOf(receiver);
      receiver.unplug();
      await eventually('the port is absent', async () => (await state()) === 'absent');
      expect((await portAt(client, receiver.path)).reason).to.match(/receiver: no such device: plug it in/);
      expect((await request(gateway.url, 'GET', '/api/health')).body).to.include({ status: 'degraded' });
      await send(tracker, report(second));
      receiver.replug();
      await eventually('the port is open again', async () => (await state()) === 'open');
      expect((await portAt(client, receiver.path)).reason).to.equal(null);
      await send(receiver, epoch(second));
      const counters = await countersOf(receiver);
      expect(counters).to.include({ reopened: second, frames: frames + epochFrames(epoch(0)) });
    }
    await expectStored('boat', [0, 1, 2, 3]);
    await expectStored('van', [1, 2, 3]);
    expect(await countersOf(tracker)).to.include({ reopened: 0 });
    expect((await request(gateway.url, 'GET', '/api/health')).body).to.include({ status: 'ok' });
  });

  it('the fix before an unplug is stored, and an incomplete sentence is not continued by the next device', async () => {
    const half = epoch(1).slice(0, 30);
    await send(receiver, epoch(0) + half);
    receiver.unplug();
    await expectStored('boat', [0]);
    receiver.replug();
    await eventually('the port is reopened', async () => (await countersOf(receiver)).reopened === 1);
    await send(receiver, epoch(2));
    await expectStored('boat', [0, 2]);
    expect(await countersOf(receiver)).to.include({ badChecksums: 0, reopened: 1 });
  });
});

const epochFrames = (epoch: string): number => epoch.split('\r\n').length - 1;
