import { failure, success } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import type { UplinkSettings } from '../../../src/schema/uplinks/uplink-settings.js';
import { createForwarders, type Forwarders } from '../../../src/services/uplinks/forwarders.js';
import type { UplinkDefinition } from '../../../src/services/uplinks/defined-uplinks.js';
import type { Store } from '../../../src/store/store.js';
import { timers as realTimers } from '../../../src/time/clock.js';
import { createTestTime } from '../time/test-time.js';
import { createFakeSink, type FarSide } from './fake-sink.js';

/** The tests' time passes this much faster than the real one. */
const SPEED = 500;
const monotonic = (): number => realTimers.now() * SPEED;
const timers = {
  now: monotonic,
  after: (ms: number, run: () => void) => realTimers.after(ms / SPEED, run),
};

export type Forwarding = Forwarders & { readonly define: (settings: UplinkSettings | undefined) => void };

/** The forwarder of one uplink with the name `far`. */
export function startForwarding(
  store: Store,
  far: FarSide,
  own: Partial<UplinkSettings> = {},
  limit?: number,
  now?: () => number,
): Forwarding {
  const settings = { name: 'far', type: 'rest', url: 'https://far.example', from: 'start', ...own } as UplinkSettings;
  let definition: UplinkDefinition | undefined = { settings, source: 'settings' };
  let onChange: (name: string) => void = () => undefined;
  const forwarders = createForwarders({
    definitions: {
      all: () => (definition === undefined ? [] : [definition]),
      find: (name) =>
        definition?.settings.name === name ? success(definition) : failure('not_found', `uplink ${name} not found`),
      onChange(listener) {
        onChange = listener;
      },
    },
    openSink: () => Promise.resolve(success(createFakeSink(far, limit))),
    store,
    time: createTestTime(undefined, { monotonic, ...(now !== undefined && { now }) }),
    timers,
    logger: silentLogger,
    cpuMs: () => 0,
    random: Math.random,
  });
  forwarders.start();
  return {
    ...forwarders,
    define(next) {
      definition = next === undefined ? undefined : { settings: next, source: 'settings' };
      onChange('far');
    },
  };
}
