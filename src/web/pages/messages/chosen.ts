import type { ChannelName, MessageState, MessageView } from '../../../schema/message.js';

export const states = [
  'queued',
  'sending',
  'sent',
  'failed',
  'uncertain',
  'expired',
  'suppressed',
] as const satisfies readonly MessageState[];
export const channels = ['email', 'sms'] as const satisfies readonly ChannelName[];

/** Empty: any. */
export type Filter = { readonly state: string; readonly channel: string; readonly deviceId: string };

export const anyMessage: Filter = { state: '', channel: '', deviceId: '' };

export const queryOf = (filter: Filter, limit: number): string => {
  const chosen = Object.entries(filter).filter(([, value]) => value !== '');
  return new URLSearchParams({ ...Object.fromEntries(chosen), limit: String(limit) }).toString();
};

const fits = (message: MessageView, { state, channel, deviceId }: Filter): boolean =>
  (state === '' || message.state === state) &&
  (channel === '' || message.channel === channel) &&
  (deviceId === '' || message.deviceId === deviceId);

/** What was read and what was told since, each once, the newest first: what was told is the later word. */
export function merged(
  read: readonly MessageView[],
  told: ReadonlyMap<string, MessageView>,
  filter: Filter,
): MessageView[] {
  const byId = new Map([...read.map((message) => [message.id, message] as const), ...told]);
  return [...byId.values()]
    .filter((message) => fits(message, filter))
    .sort((a, b) => Date.parse(b.queuedAt) - Date.parse(a.queuedAt));
}
