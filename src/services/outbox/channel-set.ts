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
  const configured = new Set(current.keys());
  /** how often each is to be replaced: what it knows is old from the request on */
  const replacing = new Map<ChannelName, number>();
  const exclusive = createMutex();
  let phase: 'created' | 'running' | 'stopped' = 'created';
  const isStopped = (): boolean => phase === 'stopped';

  /** A port has one user at a time: the previous channel closes it first. */
  async function replace(name: ChannelName, create: CreateChannel | undefined): Promise<void> {
    const previous = current.get(name);
    current.delete(name);
    await previous?.stop();
    if (create === undefined || isStopped()) return;
    const next = await create();
    if (isStopped()) return;
    current.set(name, next);
    if (phase === 'running') next.start(onDeliveryReport);
  }

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
    get: (name) => ((replacing.get(name) ?? 0) > 0 ? undefined : current.get(name)),
    isConfigured: (name) => configured.has(name),
    statusOf(name) {
      if (!configured.has(name)) return undefined;
      return current.get(name)?.status() ?? { state: 'starting', reason: null };
    },
    replace(name, create) {
      if (create === undefined) configured.delete(name);
      else configured.add(name);
      replacing.set(name, (replacing.get(name) ?? 0) + 1);
      return exclusive(() => replace(name, create)).finally(() => replacing.set(name, (replacing.get(name) ?? 1) - 1));
    },
  };
}
