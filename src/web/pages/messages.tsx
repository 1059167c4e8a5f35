import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { MessageView } from '../../schema/message.js';
import type { CallFailure } from '../api/client.js';
import { useParts, useText } from '../parts.js';
import { may } from '../session/may.js';
import { FailureNote } from '../shell/failure-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../shell/state-note.js';
import { commonText } from '../text/common.js';
import { navigationText } from '../text/navigation.js';
import { anyMessage, type Filter } from './messages/chosen.js';
import { Filters } from './messages/filters.js';
import { MessageTable } from './messages/message-table.js';
import { useMessages } from './messages/use-messages.js';
import { messagesText } from './messages.text.js';

const ROWS = 100;
/** The gateway gives out no more at once. */
const MOST_ROWS = 1_000;

/** What is to be sent and what became of what was, the newest first. */
export function MessagesPage(): JSX.Element {
  const { api, session } = useParts();
  const say = useText(messagesText);
  const sayCommon = useText(commonText);
  const filter = useSignal<Filter>(anyMessage);
  const rows = useSignal(ROWS);
  const failure = useSignal<CallFailure | undefined>(undefined);
  const { answer, again, take } = useMessages(filter.value, rows.value);
  const state = session.state.value;
  const mayCancel = state.is === 'in' && may(state.user, 'messages');
  const all = answer?.ok === true ? answer.value : [];
  const found = all.slice(0, rows.value);
  const isAny = Object.values(filter.value).every((value) => value === '');

  async function cancel(id: string): Promise<void> {
    const came = await api.send<{ message: MessageView }>('DELETE', `/api/messages/${encodeURIComponent(id)}`);
    failure.value = came.ok ? undefined : came;
    if (came.ok) take(came.value.message);
    else again();
  }

  return (
    <div class="page">
      <PageHead title={useText(navigationText)('messages')}>
        <p class="muted" role="status">
          {answer === undefined ? sayCommon('loading') : say('count', { count: found.length })}
        </p>
      </PageHead>
      <Filters
        filter={filter.value}
        onChange={(chosen) => {
          filter.value = chosen;
        }}
      />
      {answer?.ok === false ? <FailureNote failure={answer} onRetry={again} /> : null}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      {answer?.ok === true && found.length === 0 ? (
        <StateNote title={isAny ? say('empty') : say('nothing')}>
          {isAny ? say('emptyHint') : say('nothingHint')}
        </StateNote>
      ) : null}
      {found.length > 0 ? (
        <MessageTable messages={found} onCancel={mayCancel ? (id) => void cancel(id) : undefined} />
      ) : null}
      {all.length >= rows.value && rows.value < MOST_ROWS ? (
        <button
          type="button"
          onClick={() => {
            rows.value = MOST_ROWS;
          }}
        >
          {say('showMore')}
        </button>
      ) : null}
      {all.length >= MOST_ROWS ? <p class="notice">{say('cut', { count: MOST_ROWS })}</p> : null}
    </div>
  );
}
