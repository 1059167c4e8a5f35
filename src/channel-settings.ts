import { channelPorts, createChannel, isChannelConfigured, type ChannelsOptions } from './channels/index.js';
import { isSameDevice } from './config/start-problems.js';
import { failure, messageOf, type Failure } from './errors.js';
import type { Logger } from './logger.js';
import { CHANNELS, CHANNEL_NAMES, type ChannelName } from './schema/channels.js';
import type { Config } from './schema/config/config.js';
import type { PortStatus } from './schema/ports/port.js';
import { isListenerPath } from './schema/ports/port-path.js';
import type { Outbox } from './services/outbox/outbox.js';
import type { Settings } from './services/settings/settings.js';
import type { TestChannel } from './services/settings/test-messages.js';

export type ChannelSettingsOptions = {
  readonly settings: Settings;
  readonly outbox: Pick<Outbox, 'channels'>;
  readonly channelOptions: ChannelsOptions;
  readonly portStatuses: () => readonly PortStatus[];
  readonly logger: Pick<Logger, 'error'>;
};

/** Keeps the channels as the settings have them, and the modem away from the ports of trackers. */
export function applyChannelSettings(options: ChannelSettingsOptions): void {
  const { settings, outbox, channelOptions, logger } = options;
  settings.addCheck((next, current) => sharedPort(next, current, options.portStatuses()));
  const withheld = new Map(CHANNEL_NAMES.map((name) => [name, settings.withheld(name)]));
  settings.onChange(({ notifications: now }, { notifications: before }) => {
    for (const name of CHANNEL_NAMES) {
      const { section } = CHANNELS[name];
      const reason = settings.withheld(name);
      const isSame = reason === withheld.get(name) && JSON.stringify(now[section]) === JSON.stringify(before[section]);
      if (isSame) continue;
      withheld.set(name, reason);
      const create = isChannelConfigured(name, now) ? () => createChannel(name, now, channelOptions) : undefined;
      outbox.channels.replace(name, create).catch((error: unknown) => {
        logger.error({ channel: name, reason: messageOf(error) }, 'channel not replaced');
      });
    }
  });
}

/** Why the modem of the new settings may not be used: a tracker's port is the same device. */
async function sharedPort(next: Config, current: Config, ports: readonly PortStatus[]): Promise<Failure | undefined> {
  const before = new Set(channelPorts(current.notifications).map(({ path }) => path));
  for (const { channel, path: modem } of channelPorts(next.notifications)) {
    if (before.has(modem)) continue;
    for (const { path } of ports) {
      if (isListenerPath(path) || !(await isSameDevice(path, modem))) continue;
      const fix = 'remove that port, or name the port of the modem';
      return failure('conflict', `/notifications/${channel}/path is the port ${path}, which trackers use: ${fix}`);
    }
  }
  return undefined;
}

/**
 * A channel for a test message. A mail server takes a connection of its own, which no earlier refusal delays; a modem has
 * only one user, which sends the test too.
 */
export const createTestChannels =
  ({ settings, outbox, channelOptions }: ChannelSettingsOptions) =>
  async (name: ChannelName): Promise<TestChannel | undefined> => {
    const { notifications } = settings.current();
    if (!isChannelConfigured(name, notifications)) return undefined;
    const hasPort = channelPorts(notifications).some(({ channel }) => channel === name);
    if (!hasPort) {
      const channel = await createChannel(name, notifications, channelOptions);
      return { channel, release: channel.stop };
    }
    return openRunning(outbox)(name);
  };

/** The channel that sends the messages of the outbox, for a test message too. */
export const openRunning =
  ({ channels }: Pick<Outbox, 'channels'>) =>
  (name: ChannelName): Promise<TestChannel | undefined> => {
    const channel = channels.get(name);
    return Promise.resolve(channel && { channel, release: () => Promise.resolve() });
  };
