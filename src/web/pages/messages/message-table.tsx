import type { JSX } from 'preact';
import type { MessageState, MessageView } from '../../../schema/message.js';
import { useText } from '../../parts.js';
import { ConfirmButton } from '../../shell/confirm-button.js';
import { DeviceLink } from '../../shell/device-link.js';
import { Reason } from '../../shell/reason.js';
import { Instant } from '../../shell/when.js';
import { messagesText } from '../messages.text.js';

export type MessageTableProps = {
  readonly messages: readonly MessageView[];
  /** left out: it is not the user's to do */
  readonly onCancel: ((id: string) => void) | undefined;
};

/** One row a message, in the order given. */
export function MessageTable({ messages, onCancel }: MessageTableProps): JSX.Element {
  const say = useText(messagesText);
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{say('to')}</th>
          <th scope="col">{say('device')}</th>
          <th scope="col">{say('state')}</th>
          <th scope="col">{say('when')}</th>
          {onCancel === undefined ? null : <th scope="col">{say('actions')}</th>}
        </tr>
      </thead>
      <tbody>
        {messages.map((message) => (
          <MessageRow key={message.id} message={message} onCancel={onCancel} />
        ))}
      </tbody>
    </table>
  );
}

const badges: Readonly<Record<MessageState, string>> = {
  queued: '',
  sending: '',
  sent: 'badge-live',
  failed: 'badge-expired',
  uncertain: 'badge-stale',
  expired: 'badge-expired',
  suppressed: 'badge-stale',
};

type RowProps = { readonly message: MessageView; readonly onCancel: MessageTableProps['onCancel'] };

function MessageRow({ message, onCancel }: RowProps): JSX.Element {
  const say = useText(messagesText);
  const { id, deviceId, channel, to, subject, text, state, reason, attempts } = message;
  return (
    <tr>
      <th scope="row">
        {say(channel)} · {to}
        {subject === null ? null : <span class="small">{subject}</span>}
        <span class="muted small">{text}</span>
      </th>
      <td data-label={say('device')}>
        <DeviceLink deviceId={deviceId} />
      </td>
      <td data-label={say('state')}>
        <div class="breakable">
          <span class={`badge ${badges[state]}`}>{say(state)}</span>
          {reason === null ? null : (
            <span class="small">
              <Reason reason={reason} />
            </span>
          )}
          {attempts > 1 ? <span class="muted small">{say('attempts', { count: attempts })}</span> : null}
        </div>
      </td>
      <td data-label={say('when')}>
        <Times message={message} />
      </td>
      {onCancel === undefined ? null : (
        <td>
          {state === 'queued' ? (
            <ConfirmButton
              label={say('cancelIt')}
              question={say('cancelAsk')}
              onConfirm={() => {
                onCancel(id);
              }}
            />
          ) : null}
        </td>
      )}
    </tr>
  );
}

function Times({
  message: { queuedAt, settledAt, expiresAt },
}: {
  readonly message: Pick<MessageView, 'queuedAt' | 'settledAt' | 'expiresAt'>;
}): JSX.Element {
  const say = useText(messagesText);
  return (
    <div>
      <span class="small">
        {say('queuedAt')} <Instant at={Date.parse(queuedAt)} />
      </span>
      <span class="muted small">
        {settledAt === null ? say('expiresAt') : say('settledAt')} <Instant at={Date.parse(settledAt ?? expiresAt)} />
      </span>
    </div>
  );
}
