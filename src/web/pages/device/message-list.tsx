import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MessageView } from '../../../schema/messages/message.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp, useText } from '../../app-context.js';
import { ChannelProblem } from '../../components/channel-problem.js';
import { LoadNote } from '../../components/load-note.js';
import { Reason } from '../../components/reason.js';
import { Timestamp } from '../../components/timestamp.js';
import { useChannelLabels } from '../../text/channel-labels.js';
import { deviceText } from './device.text.js';

const MAX_LISTED = 20;

/** The newest messages of a device, newest first. */
export function MessageList({ deviceId }: { readonly deviceId: string }): JSX.Element {
  const { api, feed } = useApp();
  const t = useText(deviceText);
  const labelsOf = useChannelLabels();
  const query = new URLSearchParams({ deviceId, limit: String(MAX_LISTED) }).toString();
  const { result, reload } = useFetch(() => api.get<{ messages: MessageView[] }>(`/api/messages?${query}`), [query]);
  useEffect(
    () =>
      feed.on('message', (event) => {
        if (event.deviceId === deviceId) reload();
      }),
    [deviceId],
  );
  const found = result.value;
  return (
    <section class="card card-stack" aria-labelledby="messages-title">
      <h2 id="messages-title">{t('messages')}</h2>
      <LoadNote result={found} onRetry={reload} />
      {found?.ok === true && found.value.messages.length === 0 ? <p class="muted">{t('noMessages')}</p> : null}
      {found?.ok === true && found.value.messages.length > 0 ? (
        <ul class="plain-list">
          {found.value.messages.map(({ id, channel, to, text, state, reason, queuedAt }) => (
            <li key={id}>
              <span class="line">
                <strong>{to}</strong>
                <span class="muted small">
                  {labelsOf(channel).name} · {t(state)}
                </span>
              </span>
              <span class="small muted">
                <Timestamp at={Date.parse(queuedAt)} />
              </span>
              <span>{text}</span>
              {state === 'queued' ? <ChannelProblem channels={[channel]} /> : null}
              {reason === null ? null : (
                <span class="small muted">
                  <Reason reason={reason} />
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
