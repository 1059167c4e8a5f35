import { silentLogger } from '../../../src/logger.js';
import type { UplinkSettingsOf } from '../../../src/schema/uplinks/uplink-settings.js';
import type { UplinkLocation, UplinkRecord } from '../../../src/schema/uplinks/uplink-record.js';
import { createClock, timers as realTimers } from '../../../src/time/clock.js';
import { createMqttSink } from '../../../src/uplinks/mqtt/mqtt.js';
import type { Lane, SendResult, Sink, SinkDevice, SinkOptions } from '../../../src/uplinks/sink.js';
import { eventually } from '../gateway/eventually.js';
import { recordAt, STORE } from './rest-sink.js';

export type TestMqttSink = Sink & {
  /** the devices that the gateway has; a test may change them */
  readonly ofGateway: Map<string, SinkDevice>;
  /** sends locations, which become the last ones of their devices, until all of them are accepted */
  readonly sendAll: (lane: Lane, records: readonly UplinkRecord[]) => Promise<readonly SendResult[]>;
  readonly changes: () => number;
};

/** Waits between connections pass faster. */
const SPEED = 20;

const isLocation = (record: UplinkRecord): record is UplinkLocation => record.kind === 'location';

/** A sink of the gateway `north` with the device `bus`, as the uplink `center`. */
export function createTestMqttSink(
  url: string,
  settings: Partial<UplinkSettingsOf<'mqtt'>> = {},
  options: Partial<SinkOptions> = {},
): TestMqttSink {
  const ofGateway = new Map<string, SinkDevice>([['bus', { id: 'bus', name: 'Bus 7' }]]);
  const last = new Map<string, string>();
  let changes = 0;
  const sink = createMqttSink(
    { type: 'mqtt', name: 'center', url, ...settings },
    {
      name: 'center',
      gatewayId: 'north',
      storeId: () => STORE,
      newest: () => 1_000_000,
      waypostVersion: '0.0.0',
      now: createClock().now,
      timers: { now: realTimers.now, after: (ms, run) => realTimers.after(ms / SPEED, run) },
      logger: silentLogger,
      tls: { insecure: false },
      devices: () => ofGateway.values(),
      device: (id) => ofGateway.get(id),
      groups: () => [],
      lastLocationAt: (id) => last.get(id),
      sendCommand: () => Promise.resolve('done'),
      ...options,
    },
  );
  const note = (records: readonly UplinkRecord[]): void => {
    for (const { deviceId, location } of records.filter(isLocation)) {
      if ((last.get(deviceId) ?? '') < location.dateTime) last.set(deviceId, location.dateTime);
    }
  };
  return {
    ...sink,
    ofGateway,
    changes: () => changes,
    start(onChange) {
      sink.start(() => {
        changes += 1;
        onChange();
      });
    },
    send(lane, records) {
      note(records);
      return sink.send(lane, records);
    },
    async sendAll(lane, records) {
      note(records);
      const all: SendResult[] = [];
      let open = records;
      while (open.length > 0) {
        await eventually('the sink is connected', () => sink.status().connected);
        const result = await sink.send(lane, open);
        all.push(result);
        open = open.filter((_, index) => result.results[index]?.outcome !== 'accepted');
      }
      return all;
    },
  };
}

/** Resolves once the sink is connected, or has noticed why it cannot be. */
export async function startMqttSink(sink: TestMqttSink): Promise<void> {
  sink.start(() => undefined);
  await eventually('the first attempt to connect ends', () => sink.changes() > 0);
}

/** Records `from` to `to` of some devices in turns. */
export const recordsOf = (from: number, to: number, devices: readonly string[] = ['bus']): UplinkRecord[] =>
  Array.from({ length: to - from + 1 }, (_, index) => recordAt(from + index, devices[(from + index) % devices.length]));
