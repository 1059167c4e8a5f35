import type { UplinkSettingsOf } from '../../schema/uplinks/uplink-settings.js';
import type { Sink, SinkOptions } from '../sink.js';

export function createRestSink(_settings: UplinkSettingsOf<'rest'>, _options: SinkOptions): Sink {
  return {
    start() {},
    stop: () => Promise.resolve(),
    status: () => ({ connected: false, reason: 'this type of uplink is not available' }),
    lanes: ['alerts', 'live', 'history'],
    limits: { records: 100, bytes: 262_144 },
    send: (_lane, records) => Promise.resolve({ results: records.map(() => ({ outcome: 'unknown' })) }),
  };
}
