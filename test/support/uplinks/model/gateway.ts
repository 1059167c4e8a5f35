import { failure, success } from '../../../../src/errors.js';
import { storeId } from '../../../../src/domain/records/generation.js';
import { isRecord } from '../../../../src/domain/records/record.js';
import { silentLogger } from '../../../../src/logger.js';
import type { Change, Entry } from '../../../../src/schema/entry.js';
import type { UplinkDefinition } from '../../../../src/services/uplinks/defined-uplinks.js';
import { createForwarders, type Forwarders } from '../../../../src/services/uplinks/forwarders.js';
import type { UplinkStatus } from '../../../../src/services/uplinks/uplinks.js';
import type { SinkOptions } from '../../../../src/uplinks/sink.js';
import { userOf } from '../../api/users.js';
import type { Random } from '../../protocols/random.js';
import { deviceOf, fixAt, locationOf } from '../../store/records.js';
import { createTestTime } from '../../time/test-time.js';
import { contentOf, type ModelFarSide } from './far-side.js';
import { createMemoryStore, type MemoryStore } from './memory-store.js';
import type { VirtualTime } from './virtual-time.js';

export const GATEWAY = 'depot';
export const DEVICES = ['bus', 'van', 'tram'];
const ADMIN = userOf('admin');

/** A gateway with one uplink, over a store in memory. */
export type ModelGateway = {
  /** `withUplink: false`: the uplink is switched off */
  readonly start: (image: readonly Entry[], withUplink: boolean) => Promise<void>;
  /** Resolves with what is on its disk. */
  readonly stop: () => Promise<readonly Entry[]>;
  readonly kill: () => readonly Entry[];
  /** A copy of its card while it runs. */
  readonly image: () => readonly Entry[];
  readonly switchOn: () => Promise<void>;
  readonly post: (records: number) => Promise<void>;
  readonly status: () => UplinkStatus;
  readonly reset: () => Promise<void>;
  /** the records of its store; `isSettled`: the uplink needs no more to send it, as stored */
  readonly records: () => readonly { readonly content: string; readonly isSettled: boolean }[];
};

type Running = { readonly store: MemoryStore; readonly forwarders: Forwarders; isDead: boolean; isOn: boolean };

export function createModelGateway(time: VirtualTime, far: ModelFarSide, random: Random): ModelGateway {
  let running: Running | undefined;
  let second = 0;
  let runs = 0;

  const present = (): Running => {
    if (running === undefined) throw new Error('the gateway does not run');
    return running;
  };

  async function start(image: readonly Entry[], withUplink: boolean): Promise<void> {
    const now = (): number => Date.parse('2026-11-21T00:00:00.000Z') + time.now();
    const store = createMemoryStore(image, { now, boot: `run${(runs += 1)}` });
    if (image.length === 0) {
      const devices = DEVICES.map((id): Change => ({ kind: 'device', v: deviceOf(id) }));
      await store.append([{ kind: 'gateway', v: { id: GATEWAY } }, ...devices]);
      await store.startGeneration();
    }
    const { state } = store;
    const timers = {
      now: time.now,
      after: (ms: number, run: () => void) =>
        time.after(ms, () => {
          if (!own.isDead) run();
        }),
    };
    let onChange: (name: string) => void = () => undefined;
    const definition = (): UplinkDefinition => ({
      settings: { ...far.settings, ...(!own.isOn && { enabled: false }) },
      source: 'settings',
    });
    const name = far.settings.name;
    const options: SinkOptions = {
      ...{ name, gatewayId: GATEWAY, waypostVersion: '0.0.0', timers, logger: silentLogger, tls: { insecure: false } },
      storeId: () => storeId(GATEWAY, state.generations.at(-1) ?? { id: '' }),
      newest: () => state.n,
      knowsStore: (store) => state.generations.some((one) => storeId(GATEWAY, one) === store),
      storedMark: (lane) => (lane === 'live' ? undefined : state.uplinkPositions.get(name)?.lanes[lane].mark),
      now,
      devices: () => state.devices.values(),
      groups: () => [],
      device: (id) => state.devices.get(id),
      lastLocationAt: (id) => state.lastLocations.get(id)?.dateTime,
      sendCommand: () => Promise.resolve(''),
    };
    const forwarders = createForwarders({
      definitions: {
        all: () => [definition()],
        find: (wanted) => (wanted === name ? success(definition()) : failure('not_found', wanted)),
        onChange: (listener) => (onChange = listener),
      },
      openSink: () => Promise.resolve(success(far.createSink(options))),
      ...{ store, timers, logger: silentLogger },
      time: createTestTime(undefined, { monotonic: time.now, now, trustedNow: now }),
      cpuMs: () => 0,
      random: () => random.below(1_000) / 1_000,
    });
    const own: Running = { store, forwarders, isDead: false, isOn: withUplink };
    running = own;
    switchUplink = async (): Promise<void> => {
      own.isOn = true;
      onChange(name);
      await time.advance(0);
    };
    forwarders.start();
  }
  let switchUplink = (): Promise<void> => Promise.resolve();

  return {
    start,
    async stop() {
      const own = present();
      await time.until(own.forwarders.stop());
      own.isDead = true;
      return own.store.entries;
    },
    kill() {
      const own = present();
      own.isDead = true;
      own.store.kill();
      far.disconnect();
      return own.store.entries;
    },
    image: () => [...present().store.entries],
    switchOn: () => switchUplink(),
    async post(records) {
      const changes = Array.from({ length: records }, (): Change => {
        const at = (second += 1);
        const deviceId = random.pick(DEVICES);
        if (random.below(5) > 0) return locationOf(deviceId, fixAt(at));
        const alert = { dateTime: fixAt(at).dateTime, alerts: ['SOSButton'] };
        return { kind: 'alert', v: { deviceId, alert, source: { protocol: 'http' } } };
      });
      await present().store.append(changes);
    },
    status: () => present().forwarders.status(far.settings.name),
    async reset() {
      await time.until(present().forwarders.reset(far.settings.name, { newGeneration: true }, ADMIN));
    },
    records() {
      const { store } = present();
      const lanes = store.state.uplinkPositions.get(far.settings.name)?.lanes;
      return store.entries.flatMap((entry) => {
        if (!isRecord(entry)) return [];
        const cursor = lanes?.[entry.kind === 'alert' ? 'alerts' : 'history'];
        return [
          {
            content: contentOf({ kind: entry.kind, ...entry.v }),
            isSettled: cursor !== undefined && entry.n <= cursor.n,
          },
        ];
      });
    },
  };
}
