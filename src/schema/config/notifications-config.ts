import { CHANNELS, CHANNEL_NAMES, type ChannelName } from '../channels.js';
import { section } from './config-section.js';

const sections = Object.fromEntries(
  CHANNEL_NAMES.map((channel) => [CHANNELS[channel].section, CHANNELS[channel].config]),
) as { readonly [Name in ChannelName as (typeof CHANNELS)[Name]['section']]: (typeof CHANNELS)[Name]['config'] };

/** The delivery channels in the configuration. */
export const notificationsConfigSchema = section('sending of messages and notifications', {
  ttl: {
    type: 'integer',
    minimum: 60,
    maximum: 604_800,
    default: 86_400,
    description: 's until a message that could not be sent expires',
  },
  ...sections,
});
