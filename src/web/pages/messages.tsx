import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { MessageView } from '../../schema/messages/message.js';
import type { ApiFailure } from '../api/client.js';
import { useApp, useText } from '../app-context.js';
import { hasPrivilege } from '../session/has-privilege.js';
import { FailureNote } from '../components/failure-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import { commonText } from '../text/common.js';
import { navigationText } from '../text/navigation.js';
import { EMPTY_FILTER, type MessageFilter } from './messages/message-filter.js';
import { MessageFilters } from './messages/message-filters.js';
import { MessageTable } from './messages/message-table.js';
import { useMessages } from './messages/use-messages.js';
import { messagesText } from './messages/messages.text.js';

const ROWS = 100;
/** The gateway returns at most this many. */
const MAX_ROWS = 1_000;

/** Queued and finished messages, newest first. */
export function MessagesPage(): JSX.Element {
  const { api, session } = useApp();
  const t = useText(messagesText);
  const tCommon = useText(commonText);
  const filter = useSignal<MessageFilter>(EMPTY_FILTER);
  const rows = useSignal(ROWS);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const { result, reload, update } = useMessages(filter.value, rows.value);
  const state = session.state.value;
  const canCancel = state.is === 'in' && hasPrivilege(state.user, 'messages');
  const all = result?.ok === true ? result.value : [];
  const found = all.slice(0, rows.value);
  const isAny = Object.values(filter.value).every((value) => value === '');

  async function cancel(id: string): Promise<void> {
    const response = await api.send<{ message: MessageView }>('DELETE', `/api/messages/${encodeURIComponent(id)}`);
    failure.value = response.ok ? undefined : response;
    if (response.ok) update(response.value.message);
    else reload();
  }

  return (
    <div class="page">
      <PageHead title={useText(navigationText)('messages')}>
        <p class="muted" role="status">
          {result === undefined ? tCommon('loading') : t('count', { count: found.length })}
        </p>
      </PageHead>
      <MessageFilters
        filter={filter.value}
        onChange={(chosen) => {
          filter.value = chosen;
        }}
      />
      {result?.ok === false ? <FailureNote failure={result} onRetry={reload} /> : null}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      {result?.ok === true && found.length === 0 ? (
        <StateNote title={isAny ? t('empty') : t('nothing')}>{isAny ? t('emptyHint') : t('nothingHint')}</StateNote>
      ) : null}
      {found.length > 0 ? (
        <MessageTable messages={found} onCancel={canCancel ? (id) => void cancel(id) : undefined} />
      ) : null}
      {all.length >= rows.value && rows.value < MAX_ROWS ? (
        <button
          type="button"
          onClick={() => {
            rows.value = MAX_ROWS;
          }}
        >
          {t('showMore')}
        </button>
      ) : null}
      {all.length >= MAX_ROWS ? <p class="notice">{t('truncated', { count: MAX_ROWS })}</p> : null}
    </div>
  );
}
