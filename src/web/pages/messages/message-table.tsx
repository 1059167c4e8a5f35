import type { JSX } from 'preact';
import type { MessageState, MessageView } from '../../../schema/messages/message.js';
import { useText } from '../../app-context.js';
import { ChannelProblem } from '../../components/channel-problem.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { useDeviceName } from '../../live/device-name.js';
import { DeviceLink } from '../../shell/device-link.js';
import { Reason } from '../../components/reason.js';
import { Timestamp } from '../../components/timestamp.js';
import { capitalize, useChannelLabels } from '../../text/channel-labels.js';
import type { SortValues } from '../../table/sorting.js';
import { TableHead } from '../../table/table-head.js';
import { descending, useSorting } from '../../table/use-sorting.js';
import { messagesText } from './messages.text.js';

export type MessageTableProps = {
  readonly messages: readonly MessageView[];
  /** undefined: the user may not cancel messages */
  readonly onCancel: ((id: string) => void) | undefined;
};

/** One row per message, the newest first. */
export function MessageTable({ messages, onCancel }: MessageTableProps): JSX.Element {
  const t = useText(messagesText);
  const nameOfDevice = useDeviceName();
  const values: SortValues<MessageView> = {
    to: ({ to }) => to,
    device: ({ deviceId }) => nameOfDevice(deviceId),
    state: ({ state }) => t(state),
    time: ({ queuedAt }) => Date.parse(queuedAt),
  };
  const { rows, ...sorting } = useSorting(messages, values, descending('time'));
  return (
    <table class="rows">
      <TableHead
        sorting={sorting}
        columns={[
          { name: 'to', label: t('to') },
          { name: 'device', label: t('device') },
          { name: 'state', label: t('state') },
          { name: 'time', label: t('time') },
          ...(onCancel === undefined ? [] : [{ name: 'actions', label: t('actions'), unsorted: true } as const]),
        ]}
      />
      <tbody>
        {rows.map((message) => (
          <MessageRow key={message.id} message={message} onCancel={onCancel} />
        ))}
      </tbody>
    </table>
  );
}

const BADGE_CLASSES: Readonly<Record<MessageState, string>> = {
  queued: '',
  sending: '',
  sent: 'badge-live',
  failed: 'badge-expired',
  uncertain: 'badge-stale',
  expired: 'badge-expired',
  suppressed: 'badge-stale',
};

type MessageRowProps = { readonly message: MessageView; readonly onCancel: MessageTableProps['onCancel'] };

function MessageRow({ message, onCancel }: MessageRowProps): JSX.Element {
  const t = useText(messagesText);
  const labelsOf = useChannelLabels();
  const { id, deviceId, channel, to, subject, text, state, reason, attempts } = message;
  return (
    <tr>
      <th scope="row">
        {capitalize(labelsOf(channel).name)} · {to}
        {subject === null ? null : <span class="small">{subject}</span>}
        <span class="muted small">{text}</span>
      </th>
      <td data-label={t('device')}>
        <DeviceLink deviceId={deviceId} />
      </td>
      <td data-label={t('state')}>
        <div class="breakable">
          <span class={`badge ${BADGE_CLASSES[state]}`}>{t(state)}</span>
          {state === 'queued' && reason === null ? <ChannelProblem channels={[channel]} /> : null}
          {reason === null ? null : (
            <span class="small">
              <Reason reason={reason} />
            </span>
          )}
          {attempts > 1 ? <span class="muted small">{t('attempts', { count: attempts })}</span> : null}
        </div>
      </td>
      <td data-label={t('time')}>
        <Times message={message} />
      </td>
      {onCancel === undefined ? null : (
        <td>
          {state === 'queued' ? (
            <ConfirmButton
              label={t('cancel')}
              question={t('confirmCancel')}
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
  const t = useText(messagesText);
  return (
    <div>
      <span class="small">
        {t('queuedAt')} <Timestamp at={Date.parse(queuedAt)} />
      </span>
      <span class="muted small">
        {settledAt === null ? t('expiresAt') : t('finishedAt')} <Timestamp at={Date.parse(settledAt ?? expiresAt)} />
      </span>
    </div>
  );
}
