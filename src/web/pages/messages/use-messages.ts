import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MessageView } from '../../../schema/message.js';
import type { Answer } from '../../api/client.js';
import { useLoading } from '../../loading.js';
import { useParts } from '../../parts.js';
import { merged, queryOf, type Filter } from './chosen.js';

/** More than that was told while one looked: what one looks at is read anew. */
const MOST_TOLD = 1_000;

export type MessageLog = {
  readonly answer: Answer<readonly MessageView[]> | undefined;
  readonly again: () => void;
  /** takes over how a message stands now */
  readonly take: (message: MessageView) => void;
};

/** The newest messages, read once and then followed as they are told. */
export function useMessages(filter: Filter, limit: number): MessageLog {
  const { api, feed } = useParts();
  const told = useSignal<ReadonlyMap<string, MessageView>>(new Map());
  const query = queryOf(filter, limit);
  const { answer, again } = useLoading(() => api.get<{ messages: MessageView[] }>(`/api/messages?${query}`), [query]);
  function take(message: MessageView): void {
    const isFull = told.value.size >= MOST_TOLD;
    told.value = new Map([...(isFull ? [] : told.value), [message.id, message]]);
    if (isFull) again();
  }
  useEffect(
    () =>
      feed.on('message', ({ message }) => {
        take(message);
      }),
    [],
  );
  useEffect(
    () =>
      feed.on('gap', () => {
        told.value = new Map();
        again();
      }),
    [],
  );
  const found = answer.value;
  if (found?.ok !== true) return { answer: found, again, take };
  return { answer: { ok: true, value: merged(found.value.messages, told.value, filter) }, again, take };
}
