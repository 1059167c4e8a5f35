import type { JSX } from 'preact';
import { useSignal } from '@preact/signals';
import type { DeadLetterView, UplinkView } from '../../../schema/uplinks/uplink.js';
import { useFetch } from '../../api/use-fetch.js';
import { useSubmit } from '../../api/use-submit.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { LoadNote } from '../../components/load-note.js';
import { useServerText } from '../../components/server-text.js';
import { Timestamp } from '../../components/timestamp.js';
import { formatNumber } from '../../format/quantity.js';
import { DeviceLink } from '../../shell/device-link.js';
import { uplinksText } from './uplinks.text.js';
import { pathOf } from './use-test.js';

/** More would only make the page slow. */
const MAX_SHOWN = 100;

export type DeadLettersPanelProps = {
  readonly uplink: UplinkView;
  readonly onRetried: () => void;
};

/** What the central system of an uplink refuses. */
export function DeadLettersPanel({ uplink: { name, deadLetters }, onRetried }: DeadLettersPanelProps): JSX.Element {
  const { api } = useApp();
  const t = useText(uplinksText);
  const path = pathOf(name);
  const { result, reload } = useFetch(
    () => api.get<{ deadLetters: readonly DeadLetterView[] }>(`${path}/deadLetters`),
    [name, deadLetters],
  );
  const isSent = useSignal(false);
  const { busy, failure, onSubmit } = useSubmit(async () => {
    const sent = await api.send('POST', `${path}/retry`);
    if (!sent.ok) return sent;
    isSent.value = true;
    reload();
    onRetried();
    return undefined;
  });
  const read = result.value;
  const all = read?.ok === true ? read.value.deadLetters : [];
  const hidden = all.length - MAX_SHOWN;
  return (
    <form class="card-stack" aria-label={t('deadLettersNamed', { name })} onSubmit={onSubmit}>
      <LoadNote result={read} onRetry={reload} />
      <p class="small muted">{t(read?.ok === true && all.length === 0 ? 'noDeadLetters' : 'deadLettersHint')}</p>
      {all.length === 0 ? null : <DeadLetterTable letters={all.slice(0, MAX_SHOWN)} />}
      {hidden > 0 ? <p class="muted">{t('more', { count: hidden })}</p> : null}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <p role="status" class="small quiet-status">
        {isSent.value ? t('sentAgain') : ''}
      </p>
      {all.length === 0 ? null : (
        <div class="actions">
          <button type="submit" disabled={busy.value}>
            {t('sendAgain')}
          </button>
        </div>
      )}
    </form>
  );
}

function DeadLetterTable({ letters }: { readonly letters: readonly DeadLetterView[] }): JSX.Element {
  const { preferences } = useApp();
  const t = useText(uplinksText);
  const serverText = useServerText();
  const columns = ['device', 'entries', 'records', 'reason', 'refusedAt'] as const;
  return (
    <table class="rows">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {letters.map(({ deviceId, from, to, records, reason, at }) => (
          <tr key={`${deviceId} ${from} ${to}`}>
            <th scope="row">
              <DeviceLink deviceId={deviceId} />
            </th>
            <td data-label={t('entries')}>{from === to ? from : t('range', { from, to })}</td>
            <td data-label={t('records')}>{formatNumber(records, preferences.language.value)}</td>
            <td data-label={t('reason')} class="breakable">
              {serverText(reason)}
            </td>
            <td data-label={t('refusedAt')}>
              <Timestamp at={Date.parse(at)} isShort />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
