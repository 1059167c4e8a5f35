import { join } from 'node:path';
import { expect } from 'chai';
import { nmeaEpoch } from '../../src/simulator/nmea0183/epoch.js';
import { createVehicle } from '../../src/simulator/vehicle.js';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import type { Counters } from '../../src/protocols/protocol.js';
import { historyOf, portAt, portsOf } from '../support/ask.js';
import { request, signIn, type Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { useFolder } from '../support/folder.js';
import { sentence } from '../support/framing.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway.js';
import { fixAt } from '../support/records.js';
import { residentBytes } from '../support/resident.js';
import { killAll } from '../support/waypost.js';

const MEBIBYTE = 1_048_576;
const LONG_MS = 60_000;

/** Bytes that look random and are the same every time. */
const noiseOf = (length: number, seed: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, n) => (Math.imul(n + seed * length, 2_654_435_761) >>> 13) & 0xff));

describe('the gateway and bad input', function () {
  this.timeout(120_000);
  const folder = useFolder();
  const vehicle = createVehicle({ seed: 2 });
  let receiver: VirtualPort;
  let tracker: VirtualPort;
  let answers = '';
  let gateway: Gateway;
  let client: Client;

  const epoch = (second: number): string => nmeaEpoch(vehicle.fixAt(Date.parse(fixAt(second).dateTime)));
  const report = (second: number): string =>
    `${JSON.stringify({ id: second, deviceId: 'van', location: fixAt(second) })}\n`;
  const secondsOf = async (deviceId: string): Promise<number[]> =>
    (await historyOf(client, deviceId)).map(
      ({ dateTime }) => (Date.parse(dateTime) - Date.parse(fixAt(0).dateTime)) / 1000,
    );
  const countersOf = async ({ path }: VirtualPort): Promise<Counters> => (await portAt(client, path)).counters;

  /** Sends, and waits until all of it is heard. */
  async function send(line: VirtualPort, bytes: string | Uint8Array): Promise<void> {
    const { bytes: before } = await countersOf(line);
    await line.write(bytes);
    const length = Buffer.byteLength(bytes);
    const isHeard = async (): Promise<boolean> => (await countersOf(line)).bytes - before >= length;
    await eventually('all of it is heard', isHeard, LONG_MS);
  }

  /** Waits until exactly these fixes are stored. */
  async function expectStored(deviceId: string, seconds: readonly number[]): Promise<void> {
    const isStored = async (): Promise<boolean> => (await secondsOf(deviceId)).length >= seconds.length;
    await eventually(`${seconds.length} fixes of ${deviceId} are stored`, isStored, LONG_MS);
    expect(await secondsOf(deviceId)).to.deep.equal(seconds);
  }

  beforeEach(async () => {
    const ports = [
      { path: join(folder(), 'receiver'), protocol: 'nmea0183', deviceId: 'boat' },
      { path: join(folder(), 'tracker'), protocol: 'json', deviceId: 'van' },
    ];
    gateway = await startGateway({ folder: folder(), config: { serial: { ports } } });
    client = await signIn(gateway.url, { apiKey: TEST_KEY });
    // Plugged in after the start: a gateway started later would inherit the far ends, and hold them open itself.
    receiver = openVirtualPort(join(folder(), 'receiver'));
    tracker = openVirtualPort(join(folder(), 'tracker'));
    answers = '';
    tracker.onData((bytes) => (answers = (answers + Buffer.from(bytes).toString('latin1')).slice(-MEBIBYTE)));
    const isOpen = async (): Promise<boolean> => (await portsOf(client)).every(({ state }) => state === 'open');
    await eventually('both ports are open', isOpen, LONG_MS);
  });
  afterEach(() => {
    killAll();
    receiver.close();
    tracker.close();
  });

  it('counts noise, cut sentences and wrong checksums to the byte, and stores the good fixes alone', async () => {
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
  });

  it('counts lines that are not JSON, cut or of a wrong checksum, and answers those that are whole', async () => {
    const tail = '*0000';
    const spoilt = `${report(1).trimEnd()}${tail}\n`;
    const half = report(2).slice(0, 40);
    await send(tracker, `${report(0)}${spoilt}${half}\n\u0007\u0000noise\n${report(3)}`);
    await expectStored('van', [0, 3]);
    await eventually('four answers are there', () => answers.split('\n').length === 5, LONG_MS);
    const statuses = answers
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: unknown; status: number }).status);
    expect(statuses).to.deep.equal([201, 400, 400, 201]);
    expect(await countersOf(tracker)).to.deep.include({
      frames: 4,
      discardedBytes: spoilt.length - 1,
      badChecksums: 1,
      rejected: 2,
      unknownDevices: 0,
    });
  });

  it('throws 1 MiB without a newline away, counted to the byte, and takes the next good line', async () => {
    const flood = Buffer.alloc(MEBIBYTE, 'x');
    await Promise.all([send(receiver, flood), send(tracker, flood)]);
    await Promise.all([send(receiver, `\r\n${epoch(0)}`), send(tracker, `\n${report(0)}`)]);
    await expectStored('boat', [0]);
    await expectStored('van', [0]);
    expect(await countersOf(receiver)).to.include({ discardedBytes: MEBIBYTE, badChecksums: 0 });
    expect(await countersOf(tracker)).to.include({ discardedBytes: MEBIBYTE, badChecksums: 0, rejected: 0 });
  });

  it('stays small and answers over HTTP while 16 MiB of noise come in, and stores nothing of them', async () => {
    const rounds = 8;
    let slowest = 0;
    let asked = 0;
    let over = false;
    const flood = async (from: number, to: number): Promise<void> => {
      for (let seed = from; seed < to; seed += 1) {
        await Promise.all([send(receiver, noiseOf(MEBIBYTE, seed)), send(tracker, noiseOf(MEBIBYTE, seed))]);
      }
    };
    const ask = async (): Promise<void> => {
      while (!over) {
        const took = await eventually('an answer', async () => {
          const { status } = await request(gateway.url, 'GET', '/api/health');
          return status === 200;
        });
        slowest = Math.max(slowest, took);
        asked += 1;
      }
    };
    await flood(0, 2);
    const before = residentBytes(gateway.pid);
    const asking = ask();
    await flood(2, 2 + rounds);
    over = true;
    await asking;
    const growth = residentBytes(gateway.pid) - before;
    expect(growth).to.be.below(64 * MEBIBYTE);
    expect(asked).to.be.above(10);
    expect(slowest).to.be.below(5_000);
    await send(receiver, `\r\n${epoch(0)}`);
    await send(tracker, `\n${report(0)}`);
    await expectStored('boat', [0]);
    await expectStored('van', [0]);
    const heard = await countersOf(receiver);
    expect(heard.bytes).to.equal((2 + rounds) * MEBIBYTE + epoch(0).length + 2);
    expect(heard.discardedBytes).to.be.above((2 + rounds) * MEBIBYTE * 0.98);
    expect(await portAt(client, receiver.path)).to.include({ state: 'open' });
  });

  it('says that a port is absent, and why, and reads it within 10 s of its return, counters going on', async () => {
    await send(receiver, epoch(0));
    await expectStored('boat', [0]);
    const state = async (): Promise<string> => (await portAt(client, receiver.path)).state;
    for (const second of [1, 2, 3]) {
      const { frames } = await countersOf(receiver);
      receiver.unplug();
      await eventually('it is missed', async () => (await state()) === 'absent', 10_000);
      expect((await portAt(client, receiver.path)).reason).to.match(/receiver: no such device: plug it in/);
      expect((await request(gateway.url, 'GET', '/api/health')).body).to.include({ status: 'degraded' });
      await send(tracker, report(second));
      receiver.replug();
      await eventually('it is open again', async () => (await state()) === 'open', 10_000);
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

  it('keeps the fix that was under way when the port was pulled, and takes nothing over to the next device', async () => {
    const half = epoch(1).slice(0, 30);
    await send(receiver, epoch(0) + half);
    receiver.unplug();
    await expectStored('boat', [0]);
    receiver.replug();
    await eventually('it was opened again', async () => (await countersOf(receiver)).reopened === 1, 10_000);
    await send(receiver, epoch(2));
    await expectStored('boat', [0, 2]);
    expect(await countersOf(receiver)).to.include({ badChecksums: 0, reopened: 1 });
  });
});

const epochFrames = (epoch: string): number => epoch.split('\r\n').length - 1;
