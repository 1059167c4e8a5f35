import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MessageView } from '../../../schema/message.js';
import { useLoading } from '../../loading.js';
import { useParts, useText } from '../../parts.js';
import { LoadNote } from '../../shell/load-note.js';
import { Reason } from '../../shell/reason.js';
import { Instant } from '../../shell/when.js';
import { deviceText } from './device.text.js';

const MOST_LISTED = 20;

/** What was to be sent for the device, and what became of it; the newest first. */
export function MessageList({ deviceId }: { readonly deviceId: string }): JSX.Element {
  const { api, feed } = useParts();
  const say = useText(deviceText);
  const query = new URLSearchParams({ deviceId, limit: String(MOST_LISTED) }).toString();
  const { answer, again } = useLoading(() => api.get<{ messages: MessageView[] }>(`/api/messages?${query}`), [query]);
  useEffect(
    () =>
      feed.on('message', (told) => {
        if (told.deviceId === deviceId) again();
      }),
    [deviceId],
  );
  const found = answer.value;
  return (
    <section class="card card-stack" aria-labelledby="messages-title">
      <h2 id="messages-title">{say('messages')}</h2>
      <LoadNote answer={found} onRetry={again} />
      {found?.ok === true && found.value.messages.length === 0 ? <p class="muted">{say('noMessages')}</p> : null}
      {found?.ok === true && found.value.messages.length > 0 ? (
        <ul class="plain-list">
          {found.value.messages.map(({ id, channel, to, text, state, reason, queuedAt }) => (
            <li key={id}>
              <span class="line">
                <strong>{to}</strong>
                <span class="muted small">
                  {channel === 'sms' ? say('bySms') : say('byEmail')} · {say(state)}
                </span>
              </span>
              <span class="small muted">
                <Instant at={Date.parse(queuedAt)} />
              </span>
              <span>{text}</span>
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
