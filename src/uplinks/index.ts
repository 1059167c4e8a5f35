import type { UplinkSettings, UplinkSettingsOf, UplinkType } from '../schema/uplinks/uplink-settings.js';
import type { Sink, SinkOptions } from './sink.js';

type SinkModule<Type extends UplinkType> = {
  /** Opens nothing before `start`. Imports its code on demand, so that an uplink that is not configured costs no memory. */
  readonly create: (settings: UplinkSettingsOf<Type>, options: SinkOptions) => Promise<Sink>;
};

/** The code of each type of uplink; its settings are its row in src/schema/uplinks/uplink-settings.ts. */
const SINK_MODULES: { readonly [Type in UplinkType]: SinkModule<Type> } = {
  rest: { create: async (settings, options) => (await import('./rest/rest.js')).createRestSink(settings, options) },
  mqtt: { create: async (settings, options) => (await import('./mqtt/mqtt.js')).createMqttSink(settings, options) },
  nats: { create: async (settings, options) => (await import('./nats/nats.js')).createNatsSink(settings, options) },
};

export function createSink(settings: UplinkSettings, options: SinkOptions): Promise<Sink> {
  switch (settings.type) {
    case 'rest':
      return SINK_MODULES.rest.create(settings, options);
    case 'mqtt':
      return SINK_MODULES.mqtt.create(settings, options);
    case 'nats':
      return SINK_MODULES.nats.create(settings, options);
  }
}
