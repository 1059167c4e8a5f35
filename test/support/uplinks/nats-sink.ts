import { silentLogger } from '../../../src/logger.js';
import type { UplinkSettingsOf } from '../../../src/schema/uplinks/uplink-settings.js';
import { timers } from '../../../src/time/clock.js';
import { createNatsSink } from '../../../src/uplinks/nats/nats.js';
import type { Sink, SinkOptions, SinkStatus, SinkTls } from '../../../src/uplinks/sink.js';
import { eventually } from '../gateway/eventually.js';
import { STORE } from './rest-sink.js';

export type NatsSinkOptions = {
  readonly url: string;
  readonly tls?: Partial<SinkTls>;
  readonly settings?: Partial<UplinkSettingsOf<'nats'>>;
  readonly options?: Partial<SinkOptions>;
};

export function createTestNatsSink({ url, tls = {}, settings = {}, options = {} }: NatsSinkOptions): Sink {
  return createNatsSink(
    { type: 'nats', name: 'center', url, ...settings },
    {
      name: 'center',
      gatewayId: 'north',
      storeId: () => STORE,
      newest: () => 1_000_000,
      waypostVersion: '0.0.0',
      now: () => timers.now(),
      timers,
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

/** Resolves with the status that the first attempt to connect had. */
export async function startNatsSink(sink: Sink): Promise<SinkStatus> {
  let changes = 0;
  sink.start(() => (changes += 1));
  await eventually('the first attempt to connect ends', () => changes > 0);
  return sink.status();
}

/** The status of a test of the connection with these settings. */
export async function statusOf(options: NatsSinkOptions): Promise<SinkStatus> {
  const sink = createTestNatsSink({ ...options, options: { testing: true, ...options.options } });
  const status = await startNatsSink(sink);
  await sink.stop();
  return status;
}
