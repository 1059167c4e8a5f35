import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { AlertView } from '../../../schema/alert.js';
import { readRange, type Range } from '../../api/range.js';
import { useLoading } from '../../loading.js';
import { useParts, useText } from '../../parts.js';
import { LoadNote } from '../../shell/load-note.js';
import { Instant } from '../../shell/when.js';
import { deviceText } from './device.text.js';

const MOST_LISTED = 100;
/** The clock of the gateway is known to a second or so, and a tracker's may be ahead of it. */
const AHEAD_MS = 60_000;

/** The alerts of the range, the newest first; read again when one comes. */
export function AlertList({ deviceId, range }: { readonly deviceId: string; readonly range: Range }): JSX.Element {
  const { api, feed, depotClock } = useParts();
  const say = useText(deviceText);
  const { answer, again } = useLoading(() => {
    const to = range.goesOn === true ? depotClock.now() + AHEAD_MS : range.to;
    return readRange<AlertView>(api, { deviceId, kind: 'alerts', range: { ...range, to } });
  }, [deviceId, range]);
  useEffect(
    () =>
      feed.on('alert', (told) => {
        if (told.deviceId === deviceId) again();
      }),
    [deviceId],
  );
  const found = answer.value;
  return (
    <section class="card card-stack" aria-labelledby="alerts-title">
      <h2 id="alerts-title">{say('alerts')}</h2>
      <LoadNote answer={found} onRetry={again} />
      {found?.ok === true && found.value.records.length === 0 ? <p class="muted">{say('noAlerts')}</p> : null}
      {found?.ok === true && found.value.records.length > 0 ? (
        <ul class="plain-list">
          {found.value.records
            .slice(-MOST_LISTED)
            .reverse()
            .map((alert) => (
              <AlertItem key={alert.id} alert={alert} />
            ))}
        </ul>
      ) : null}
    </section>
  );
}

function AlertItem({ alert: { alerts, dateTime, text, email, sms } }: { readonly alert: AlertView }): JSX.Element {
  const say = useText(deviceText);
  const ways = [...(email ? [say('byEmail')] : []), ...(sms ? [say('bySms')] : [])];
  return (
    <li>
      <span class="line">
        <strong>{alerts.join(', ')}</strong>
        <span class="muted small">{ways.join(', ')}</span>
      </span>
      <span class="small muted">
        <Instant at={Date.parse(dateTime)} />
      </span>
      {text === undefined || text === '' ? null : <span>{text}</span>}
    </li>
  );
}
