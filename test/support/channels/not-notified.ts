import { CHANNEL_NAMES, type ChannelName } from '../../../src/schema/channels.js';

/** The fields of an alert of which no notification was sent by any channel. */
export const NOT_NOTIFIED: Readonly<Record<ChannelName, boolean>> & { readonly notifications: [] } = {
  ...(Object.fromEntries(CHANNEL_NAMES.map((name) => [name, false])) as Record<ChannelName, boolean>),
  notifications: [],
};
