import type { MessageState, MessageView } from '../../../schema/messages/message.js';

export const MESSAGE_STATES = [
  'queued',
  'sending',
  'sent',
  'failed',
  'uncertain',
  'expired',
  'suppressed',
] as const satisfies readonly MessageState[];

/** An empty string means any. */
export type MessageFilter = { readonly state: string; readonly channel: string; readonly deviceId: string };

export const EMPTY_FILTER: MessageFilter = { state: '', channel: '', deviceId: '' };

export const toQuery = (filter: MessageFilter, limit: number): string => {
  const chosen = Object.entries(filter).filter(([, value]) => value !== '');
  return new URLSearchParams({ ...Object.fromEntries(chosen), limit: String(limit) }).toString();
};

const matchesFilter = (message: MessageView, { state, channel, deviceId }: MessageFilter): boolean =>
  (state === '' || message.state === state) &&
  (channel === '' || message.channel === channel) &&
  (deviceId === '' || message.deviceId === deviceId);

/** Merges messages that were read with those received since, newest first; a received one replaces the same one read. */
export function mergeMessages(
  read: readonly MessageView[],
  received: ReadonlyMap<string, MessageView>,
  filter: MessageFilter,
): MessageView[] {
  const byId = new Map([...read.map((message) => [message.id, message] as const), ...received]);
  return [...byId.values()]
    .filter((message) => matchesFilter(message, filter))
    .sort((a, b) => Date.parse(b.queuedAt) - Date.parse(a.queuedAt));
}
