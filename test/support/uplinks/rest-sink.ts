import { silentLogger } from '../../../src/logger.js';
import type { UplinkSettingsOf } from '../../../src/schema/uplinks/uplink-settings.js';
import type { UplinkRecord } from '../../../src/schema/uplinks/uplink-record.js';
import { timers as realTimers, type Timers } from '../../../src/time/clock.js';
import type { Sink, SinkOptions, SinkTls } from '../../../src/uplinks/sink.js';
import { createRestSink } from '../../../src/uplinks/rest/rest.js';
import { eventually } from '../gateway/eventually.js';
import { fixAt } from '../store/records.js';

export const STORE = 'north:abcdefgh';

/** Record `n` of the gateway `north`; every `alertEvery`th one is an alert. */
export const recordAt = (n: number, deviceId = 'bus', store = STORE): UplinkRecord => ({
  ...{ id: `${store}:${n}`, n, kind: 'location', deviceId, location: fixAt(n) },
});

export const alertAt = (n: number, deviceId = 'bus', store = STORE): UplinkRecord => ({
  ...{ id: `${store}:${n}`, n, kind: 'alert', deviceId },
  alert: {
    ...{ id: String(n), dateTime: fixAt(n).dateTime, alerts: ['SOSButton'], email: false, sms: false },
    webhook: false,
    ...{ notifications: [], acknowledged: null },
  },
});

export type TestSinkOptions = {
  readonly url: string;
  readonly tls?: Partial<SinkTls>;
  readonly settings?: Partial<UplinkSettingsOf<'rest'>>;
  readonly options?: Partial<SinkOptions>;
  /** waits are shortened by this factor */
  readonly speed?: number;
};

/** Waits pass faster: time limits and pauses keep their order. */
const faster = (speed: number): Timers => ({
  now: () => realTimers.now() * speed,
  after: (ms, run) => realTimers.after(ms / speed, run),
});

export function createTestSink({ url, tls = {}, settings = {}, options = {}, speed = 1 }: TestSinkOptions): Sink {
  return createRestSink(
    { type: 'rest', name: 'center', url, userName: 'admin', apiKey: 'key', ...settings },
    {
      name: 'center',
      gatewayId: 'north',
      storeId: () => STORE,
      newest: () => 1_000_000,
      waypostVersion: '0.0.0',
      now: Date.parse.bind(undefined, '2026-11-21T12:00:00.000Z'),
      timers: faster(speed),
      logger: silentLogger,
      tls: { insecure: false, ...tls },
      devices: () => [],
      device: () => undefined,
      groups: () => [],
      lastLocationAt: () => undefined,
      sendCommand: () => Promise.resolve(''),
      ...options,
    },
  );
}

/** Resolves once the first attempt to connect has ended. */
export async function startSink(sink: Sink): Promise<void> {
  let changes = 0;
  sink.start(() => (changes += 1));
  await eventually('the first attempt to connect ends', () => changes > 0);
}

/** of a call, ms */
export const TIME_LIMIT_MS = 30_000;

/** Timers, and how long each of them waits, ms. */
export function notedTimers(): { readonly timers: Timers; readonly waits: number[] } {
  const waits: number[] = [];
  const after: Timers['after'] = (ms, run) => {
    waits.push(ms);
    return realTimers.after(ms, run);
  };
  return { timers: { ...realTimers, after }, waits };
}
