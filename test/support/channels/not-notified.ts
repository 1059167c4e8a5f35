import { CHANNEL_NAMES, type ChannelName } from '../../../src/schema/channels.js';

/** The fields of an alert that is not acknowledged and of which no notification was sent by any channel. */
export const NOT_NOTIFIED: Readonly<Record<ChannelName, boolean>> & {
  readonly notifications: [];
  readonly acknowledged: null;
} = {
  ...(Object.fromEntries(CHANNEL_NAMES.map((name) => [name, false])) as Record<ChannelName, boolean>),
  notifications: [],
  acknowledged: null,
};
