import type { Logger } from '../logger.js';
import type { Config } from '../schema/config/config.js';
import type { ChannelName } from '../schema/messages/message.js';
import type { ReadNodeIdentity } from '../serial/linux/node-identity.js';
import type { OpenPort } from '../serial/transport/serial-port.js';
import type { Timers } from '../time/timers.js';
import type { Channel } from './channel.js';
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

/**
 * The table of the ways out of the house: those that the configuration has. None is opened before it is started, and what
 * one needs is loaded only where it is configured.
 */
export async function createChannels(
  { email, sms }: Pick<Config['notifications'], ChannelName>,
  options: ChannelsOptions,
): Promise<Partial<Record<ChannelName, Channel>>> {
  const channels: Partial<Record<ChannelName, Channel>> = {};
  if (email.smtp.host !== '') {
    const { createEmail } = await import('./email/email.js');
    channels.email = createEmail({ config: email, ...options });
  }
  if (sms.path !== '') {
    const { createSmsModem } = await import('./sms/modem.js');
    channels.sms = createSmsModem({ config: sms, ...options });
  }
  return channels;
}

/** How many units of a day's limit a text takes; undefined: it is too long for the channel. */
export const unitsOf = {
  email: () => 1,
  sms(text: string) {
    const segmented = segmentsOf(text);
    return segmented.ok ? segmented.value.segments.length : undefined;
  },
} as const satisfies Readonly<Record<ChannelName, (text: string) => number | undefined>>;
