import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { openVirtualPort, type VirtualPort } from '../../src/simulator/ports/virtual-port.js';
import { openAccount, expectKept, writeOverHttp, type Account } from '../support/gateway/fix-account.js';
import { signIn } from '../support/api/client.js';
import { useFolder } from '../support/store/folder.js';
import { startGateway, TEST_KEY, type Gateway } from '../support/gateway/gateway.js';
import { fixAt } from '../support/store/records.js';

const ROUNDS = Number(process.env.WAYPOST_KILLS ?? 50);
const WRITERS = 16;
/** small segments, so that some kills happen while one is closed */
const config = { store: { segmentBytes: 262_144, snapshotBytes: 131_072 }, log: { level: 'error' } };

describe('kill -9 under load', () => {
  const folder = useFolder();

  it(`after ${ROUNDS} kills, nothing acknowledged is lost, nothing is stored twice, and nothing is stored that was not sent`, async function () {
    this.timeout(60_000 + ROUNDS * 10_000);
    const overHttp = Array.from({ length: WRITERS }, (_, i) => openAccount(`http-${i}`));
    const overSerial = openAccount('serial');
    const line = openVirtualPort(join(folder(), 'tracker'));
    mkdirSync(join(folder(), 'data'));
    collectAcknowledgements(line, overSerial);
    const writeOverSerial = createSerialWriter(line, overSerial);
    const serial = { ports: [{ path: line.path, protocol: 'json', deviceId: overSerial.deviceId }] };
    let slowest = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now();
      const gateway = await startGateway({ folder: folder(), config: { ...config, serial } });
      slowest = Math.max(slowest, performance.now() - startedAt);
      const client = await signIn(gateway.url, { apiKey: TEST_KEY });
      if (round === 0) for (const { deviceId } of overHttp) await client.call('POST', '/api/devices', { id: deviceId });
      const writing = [...overHttp.map((own) => writeOverHttp(client, own)), writeOverSerial(gateway)];
      await delay(20 + ((round * 37) % 280));
      await gateway.end('SIGKILL');
      await Promise.all(writing);
    }
    const gateway = await startGateway({ folder: folder(), config: { ...config, serial } });
    const client = await signIn(gateway.url, { apiKey: TEST_KEY });
    let acknowledged = 0;
    for (const own of [...overHttp, overSerial]) {
      await expectKept(client, own);
      acknowledged += own.acknowledged.size;
    }
    const { body } = await client.call('GET', '/api/health');
    expect(body.store).to.deep.include({ losses: [] });
    await gateway.end('SIGTERM');
    line.close();
    expect(acknowledged).to.be.greaterThan(ROUNDS);
    console.log(
      `      ${acknowledged} acknowledged (${overSerial.acknowledged.size} of them over serial), slowest start ${Math.round(slowest)} ms`,
    );
  });
});

/** Sends ten fixes at a time, as a tracker that empties its memory does, until the gateway exits. */
function createSerialWriter(line: VirtualPort, own: Account): (gateway: Gateway) => Promise<void> {
  /** A killed gateway leaves unread data on the port, which the next gateway reads first. */
  let held = Promise.resolve();
  return async ({ process: gateway }) => {
    const gone = new Promise<void>((resolve) => {
      gateway.once('exit', () => {
        resolve();
      });
    });
    for (;;) {
      await Promise.race([held, gone]);
      if (gateway.exitCode !== null || gateway.signalCode !== null) return;
      const lines = Array.from({ length: 10 }, () => {
        const second = own.sent++;
        return `${JSON.stringify({ id: second, deviceId: own.deviceId, location: fixAt(second) })}\n`;
      });
      held = line.write(lines.join(''));
      await delay(5);
    }
  };
}

function collectAcknowledgements(line: VirtualPort, own: Account): void {
  let rest = '';
  line.onData((bytes) => {
    const lines = (rest + Buffer.from(bytes).toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      const [, second] = /^\{"id":(\d+),"status":201,/.exec(text) ?? [];
      if (second !== undefined) own.acknowledged.add(Number(second));
    }
  });
}
