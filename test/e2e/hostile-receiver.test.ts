import { expect } from 'chai';
import { sentence } from '../../src/simulator/nmea0183/sentence.js';
import { request } from '../support/api/client.js';
import { expectFailure, expectSuccess } from '../support/api/envelope.js';
import { userOf, usersWithKey } from '../support/api/users.js';
import { useApp } from '../support/gateway/app.js';
import { eventually } from '../support/gateway/eventually.js';
import { TEST_KEY } from '../support/gateway/test-key.js';
import { startDeviceServer, type DeviceServer } from '../support/serial/device-server.js';
import { deviceOf } from '../support/store/records.js';
import { createTestSources } from '../support/time/clock-stub.js';
import { createTestTimers } from '../support/time/test-timers.js';

const HOUR_MS = 3_600_000;
const STEP_MS = 10_000;
const FIXES = 6;

/** The sentence of the depot at `ms`, with a fix or without. */
function rmcAt(ms: number, hasFix: boolean): string {
  const [, year = '', month = '', day = '', time = ''] =
    /^20(\d\d)-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)/.exec(new Date(ms).toISOString()) ?? [];
  const [status, mode] = hasFix ? ['A', 'A'] : ['V', 'N'];
  const what = `${status},5250.5000,N,00542.3000,E,0.1,0.0`;
  return sentence(`GPRMC,${time.replaceAll(':', '')}.00,${what},${day}${month}${year},,,${mode}`);
}

/** A fix, and the start of the next epoch: the fix is complete then. */
const fixAt = (ms: number): string => rmcAt(ms, true) + rmcAt(ms + 1_000, false);

describe('a gateway with a trusted clock and GNSS receivers on two ports', () => {
  const { timers, advance } = createTestTimers();
  const { set, sources } = createTestSources();
  const servers: DeviceServer[] = [];
  const ports: object[] = [];

  before(async () => {
    for (const deviceId of ['gps-1', 'gps-2']) {
      const server = await startDeviceServer();
      servers.push(server);
      ports.push({ path: server.path, protocol: 'nmea0183', deviceId });
    }
  });
  const app = useApp({
    timers,
    clockSources: sources,
    config: { serial: { ports, scan: false } },
    seed: async () => [
      { kind: 'device', v: deviceOf('gps-1') },
      { kind: 'device', v: deviceOf('gps-2') },
      ...(await usersWithKey(userOf('past', { expires: '2026-11-21T07:59:00.000Z' }))),
    ],
  });
  after(async () => {
    for (const server of servers) await server.stop();
  });

  const quality = async (): Promise<unknown> => (await app.call('GET', '/api/clock')).body.quality;
  const framesOf = async (path: string): Promise<number> => {
    const { body } = await app.call('GET', '/api/ports');
    const found = (body.ports as { path: string; counters: { frames: number } }[]).find((port) => port.path === path);
    return found?.counters.frames ?? 0;
  };
  const signInAsPast = () => request(app.url(), 'POST', '/api/Auth/Token', { userName: 'past', apiKey: TEST_KEY });

  /** Each of the receivers sends a fix every 10 s, `aheadMs` ahead of the clock. */
  async function receive(aheadMs: number, receivers: readonly DeviceServer[]): Promise<void> {
    for (let count = 0; count < FIXES; count += 1) {
      for (const server of receivers) {
        const before = await framesOf(server.path);
        (await server.client()).write(fixAt(app.clock.now() + aheadMs));
        await eventually('the fix is received', async () => (await framesOf(server.path)) >= before + 2);
      }
      app.clock.advance(STEP_MS);
      if (set.rtc !== null) set.rtc = app.clock.now();
      await advance(STEP_MS);
    }
  }

  it('one receiver cannot move the clock, and no expired account signs in', async () => {
    const [hostile] = servers;
    if (hostile === undefined) throw new Error('there is no receiver');
    set.rtc = app.clock.now();
    await advance(STEP_MS);
    expect(await quality()).to.equal('rtc');
    await receive(HOUR_MS, [hostile]);
    const { body } = await app.call('GET', '/api/clock');
    expect(body.quality).to.equal('rtc');
    const gps = (body.sources as { name: string; ahead: number }[]).find(({ name }) => name === 'gps');
    expect(gps?.ahead, 'the clock is ahead of the receiver, s').to.equal(-HOUR_MS / 1_000);
    expectFailure(await signInAsPast(), 'invalid_credentials');
    expectSuccess(await app.call('POST', '/api/devices', { id: 'bus' }), 201);
  });

  it('two receivers on different ports contradict the clock, and still no expired account signs in', async () => {
    await receive(HOUR_MS, servers);
    expect(await quality()).to.equal('none');
    const { body } = await app.call('GET', '/api/health');
    expect(body.status).to.equal('degraded');
    expect((body.clock as { reason: string }).reason).to.contain('but trackers report the GNSS time 2026-11-21T09:0');
    expectFailure(await signInAsPast(), 'invalid_credentials');
  });

  it('two receivers that agree with the clock, once it is set, make it trusted again', async () => {
    set.rtc = null;
    app.clock.step(HOUR_MS);
    await advance(STEP_MS);
    await receive(0, servers);
    expect(await quality()).to.equal('gps');
  });
});
