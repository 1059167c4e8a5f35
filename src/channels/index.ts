import { success, type Result } from '../errors.js';
import type { Logger } from '../logger.js';
import { CHANNELS, CHANNEL_NAMES, type ChannelName } from '../schema/channels.js';
import type { Config } from '../schema/config/config.js';
import type { ReadNodeIdentity } from '../serial/linux/node-identity.js';
import type { OpenPort } from '../serial/transport/port-types.js';
import type { Timers } from '../time/clock.js';
import { alertEmail, alertSms } from './alert-text.js';
import type { Channel, ChannelFormat } from './channel.js';
import { segmentsOf } from './sms/pdu/segments.js';
import { createWithheld } from './withheld.js';

export type ChannelsOptions = {
  readonly gatewayId: () => string;
  /** ms since 1970 */
  readonly now: () => number;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly openPort: OpenPort;
  readonly readNodeIdentity: ReadNodeIdentity;
  /** of Waypost */
  readonly version: string;
  /** why the stored secret of a channel is not used: it does not run; left out: it is */
  readonly withheld?: (name: ChannelName) => string | undefined;
};

type NotificationsConfig = Config['notifications'];
type SectionOf<Name extends ChannelName> = (typeof CHANNELS)[Name]['section'];
/** The part of the configuration that belongs to a channel. */
type ConfigOf<Name extends ChannelName> = NotificationsConfig[SectionOf<Name>];

const configOf = <Name extends ChannelName>(
  name: Name,
  config: Pick<NotificationsConfig, SectionOf<Name>>,
): ConfigOf<Name> => config[CHANNELS[name].section as SectionOf<Name>];

type ChannelModule<Name extends ChannelName> = ChannelFormat & {
  readonly isConfigured: (config: ConfigOf<Name>) => boolean;
  /** Opens nothing before `start`. Imports its code on demand, so that a channel that is off costs no memory. */
  readonly create: (config: ConfigOf<Name>, options: ChannelsOptions) => Promise<Channel>;
  /** the serial port that the channel uses, from its key `path`; omitted: none */
  readonly portOf?: (config: ConfigOf<Name>) => string;
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
    hasLanes: false,
    isRepeatable: false,
  },
  sms: {
    isConfigured: ({ path }) => path !== '',
    create: async (config, options) => (await import('./sms/modem.js')).createSmsModem({ config, ...options }),
    unitsOf: smsUnits,
    compose: (notice) => alertSms(notice, isOneSegment),
    hasLanes: false,
    isRepeatable: false,
    portOf: ({ path }) => path,
  },
  webhook: {
    isConfigured: (webhooks) => webhooks.length > 0,
    create: async (config, options) => (await import('./webhook/webhook.js')).createWebhooks({ config, ...options }),
    unitsOf: () => success(1),
    compose: (notice) => ({ text: alertEmail(notice).text }),
    hasLanes: true,
    isRepeatable: true,
  },
};

/** Is the channel on? */
export const isChannelConfigured = <Name extends ChannelName>(
  name: Name,
  config: Pick<NotificationsConfig, SectionOf<Name>>,
): boolean => CHANNEL_MODULES[name].isConfigured(configOf(name, config));

export const createChannel = <Name extends ChannelName>(
  name: Name,
  config: Pick<NotificationsConfig, SectionOf<Name>>,
  options: ChannelsOptions,
): Promise<Channel> => {
  const withheld = options.withheld?.(name);
  return withheld === undefined
    ? CHANNEL_MODULES[name].create(configOf(name, config), options)
    : Promise.resolve(createWithheld(name, withheld));
};

const createIfConfigured = async <Name extends ChannelName>(
  name: Name,
  config: Pick<NotificationsConfig, SectionOf<Name>>,
  options: ChannelsOptions,
): Promise<Channel | undefined> =>
  isChannelConfigured(name, config) ? createChannel(name, config, options) : undefined;

/** Do messages leave by this webhook, as far as the settings say? */
export const canUseWebhook = (webhooks: NotificationsConfig['webhooks'], name: string): boolean =>
  webhooks.some((webhook) => webhook.name === name && webhook.enabled && webhook.secret !== '');

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

const portOf = <Name extends ChannelName>(name: Name, config: Pick<NotificationsConfig, SectionOf<Name>>): string =>
  CHANNEL_MODULES[name].portOf?.(configOf(name, config)) ?? '';

/** The serial ports of the configured channels, which no tracker may use. */
export const channelPorts = (config: NotificationsConfig): readonly ChannelPort[] =>
  CHANNEL_NAMES.map((channel) => ({ channel, path: portOf(channel, config) })).filter(({ path }) => path !== '');
