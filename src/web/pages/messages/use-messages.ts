import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MessageView } from '../../../schema/messages/message.js';
import type { ApiResult } from '../../api/client.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp } from '../../app-context.js';
import { mergeMessages, toQuery, type MessageFilter } from './message-filter.js';

/** After this many updates the list is read again, which bounds the updates that are kept. */
const MAX_RECEIVED = 1_000;

export type MessageLog = {
  readonly result: ApiResult<readonly MessageView[]> | undefined;
  readonly reload: () => void;
  /** replaces a message by its newer view */
  readonly update: (message: MessageView) => void;
};

/** Reads the newest messages once and applies the changes that the feed reports. */
export function useMessages(filter: MessageFilter, limit: number): MessageLog {
  const { api, feed } = useApp();
  const received = useSignal<ReadonlyMap<string, MessageView>>(new Map());
  const query = toQuery(filter, limit);
  const { result, reload } = useFetch(() => api.get<{ messages: MessageView[] }>(`/api/messages?${query}`), [query]);
  function update(message: MessageView): void {
    const isFull = received.value.size >= MAX_RECEIVED;
    received.value = new Map([...(isFull ? [] : received.value), [message.id, message]]);
    if (isFull) reload();
  }
  useEffect(
    () =>
      feed.on('message', ({ message }) => {
        update(message);
      }),
    [],
  );
  useEffect(
    () =>
      feed.on('gap', () => {
        received.value = new Map();
        reload();
      }),
    [],
  );
  const found = result.value;
  if (found?.ok !== true) return { result: found, reload, update };
  return { result: { ok: true, value: mergeMessages(found.value.messages, received.value, filter) }, reload, update };
}
