import { success, type Result } from '../errors.js';
import type { Logger } from '../logger.js';
import { CHANNEL_NAMES, type ChannelName } from '../schema/channels.js';
import type { Config } from '../schema/config/config.js';
import type { ReadNodeIdentity } from '../serial/linux/node-identity.js';
import type { OpenPort } from '../serial/transport/port-types.js';
import type { Timers } from '../time/clock.js';
import { alertEmail, alertSms } from './alert-text.js';
import type { Channel, ChannelFormat } from './channel.js';
import { segmentsOf } from './sms/pdu/segments.js';

export type ChannelsOptions = {
  readonly gatewayId: () => string;
  /** ms since 1970 */
  readonly now: () => number;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly openPort: OpenPort;
  readonly readNodeIdentity: ReadNodeIdentity;
};

type NotificationsConfig = Config['notifications'];

type ChannelModule<Name extends ChannelName> = ChannelFormat & {
  readonly isConfigured: (config: NotificationsConfig[Name]) => boolean;
  /** Opens nothing before `start`. Imports its code on demand, so that a channel that is off costs no memory. */
  readonly create: (config: NotificationsConfig[Name], options: ChannelsOptions) => Promise<Channel>;
  /** the serial port that the channel uses, from its key `path`; omitted: none */
  readonly portOf?: (config: NotificationsConfig[Name]) => string;
};

function smsUnits(text: string): Result<number> {
  const segmented = segmentsOf(text);
  return segmented.ok ? success(segmented.value.segments.length) : segmented;
}

const isOneSegment = (text: string): boolean => {
  const units = smsUnits(text);
  return units.ok && units.value === 1;
};

/** The code of each channel; the names of its fields are its row in src/schema/channels.ts. */
export const CHANNEL_MODULES: { readonly [Name in ChannelName]: ChannelModule<Name> } = {
  email: {
    isConfigured: ({ smtp }) => smtp.host !== '',
    create: async (config, options) => (await import('./email/email.js')).createEmail({ config, ...options }),
    unitsOf: () => success(1),
    compose: alertEmail,
  },
  sms: {
    isConfigured: ({ path }) => path !== '',
    create: async (config, options) => (await import('./sms/modem.js')).createSmsModem({ config, ...options }),
    unitsOf: smsUnits,
    compose: (notice) => alertSms(notice, isOneSegment),
    portOf: ({ path }) => path,
  },
};

/** Is the channel on? */
export const isChannelConfigured = <Name extends ChannelName>(
  name: Name,
  config: Pick<NotificationsConfig, Name>,
): boolean => CHANNEL_MODULES[name].isConfigured(config[name]);

export const createChannel = <Name extends ChannelName>(
  name: Name,
  config: Pick<NotificationsConfig, Name>,
  options: ChannelsOptions,
): Promise<Channel> => CHANNEL_MODULES[name].create(config[name], options);

const createIfConfigured = async <Name extends ChannelName>(
  name: Name,
  config: Pick<NotificationsConfig, Name>,
  options: ChannelsOptions,
): Promise<Channel | undefined> =>
  isChannelConfigured(name, config) ? createChannel(name, config, options) : undefined;

/** The configured channels. */
export async function createChannels(
  config: NotificationsConfig,
  options: ChannelsOptions,
): Promise<Partial<Record<ChannelName, Channel>>> {
  const channels: Partial<Record<ChannelName, Channel>> = {};
  for (const name of CHANNEL_NAMES) {
    const channel = await createIfConfigured(name, config, options);
    if (channel !== undefined) channels[name] = channel;
  }
  return channels;
}

export type ChannelPort = { readonly channel: ChannelName; readonly path: string };

const portOf = <Name extends ChannelName>(name: Name, config: Pick<NotificationsConfig, Name>): string =>
  CHANNEL_MODULES[name].portOf?.(config[name]) ?? '';

/** The serial ports of the configured channels, which no tracker may use. */
export const channelPorts = (config: NotificationsConfig): readonly ChannelPort[] =>
  CHANNEL_NAMES.map((channel) => ({ channel, path: portOf(channel, config) })).filter(({ path }) => path !== '');
