import type { Channel, ChannelStatus, DeliveryReport } from '../../channels/channel.js';
import { createMutex } from '../../mutex.js';
import type { ChannelName } from '../../schema/channels.js';

export type Channels = Readonly<Partial<Record<ChannelName, Channel>>>;

type CreateChannel = () => Promise<Channel>;

/** The channels that are on; each can be replaced while the gateway runs. */
export type ChannelSet = {
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  /** undefined: off, or being replaced */
  readonly get: (name: ChannelName) => Channel | undefined;
  /** Is it on? Also while it is replaced. */
  readonly isConfigured: (name: ChannelName) => boolean;
  readonly statusOf: (name: ChannelName) => ChannelStatus | undefined;
  /** Stops a channel, then starts the one that `create` returns; `undefined` turns it off. */
  readonly replace: (name: ChannelName, create: CreateChannel | undefined) => Promise<void>;
};

/** `onDeliveryReport` must not throw. */
export function createChannelSet(channels: Channels, onDeliveryReport: (report: DeliveryReport) => void): ChannelSet {
  const current = new Map(Object.entries(channels) as [ChannelName, Channel][]);
  /** the newest request for each channel that is on */
  const wanted = new Map([...current.keys()].map((name) => [name, Symbol(name)]));
  const exclusive = createMutex();
  let phase: 'created' | 'running' | 'stopped' = 'created';

  return {
    start() {
      phase = 'running';
      for (const channel of current.values()) channel.start(onDeliveryReport);
    },
    async stop() {
      phase = 'stopped';
      await Promise.all([...current.values()].map((channel) => channel.stop()));
      await exclusive(() => Promise.resolve());
    },
    get: (name) => current.get(name),
    isConfigured: (name) => wanted.has(name),
    statusOf(name) {
      if (!wanted.has(name)) return undefined;
      return current.get(name)?.status() ?? { state: 'starting', reason: null };
    },
    replace(name, create) {
      const request = Symbol(name);
      if (create === undefined) wanted.delete(name);
      else wanted.set(name, request);
      const isWanted = (): boolean => phase !== 'stopped' && wanted.get(name) === request;
      // What it knows is old from the request on.
      const previous = current.get(name);
      current.delete(name);
      return exclusive(async () => {
        // A port has one user at a time: the previous channel closes it first.
        await previous?.stop();
        if (create === undefined || !isWanted()) return;
        const next = await create();
        if (!isWanted()) return;
        current.set(name, next);
        if (phase === 'running') next.start(onDeliveryReport);
      });
    },
  };
}
