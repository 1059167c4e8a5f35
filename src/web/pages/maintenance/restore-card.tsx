import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { RestoreView } from '../../../schema/system/restore.js';
import type { ApiFailure } from '../../api/client.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp, useText } from '../../app-context.js';
import { Card } from '../../components/card.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { FailureNote } from '../../components/failure-note.js';
import { LoadNote } from '../../components/load-note.js';
import { useMessage } from '../../components/use-message.js';
import { formatNumber } from '../../format/quantity.js';
import { maintenanceText } from './maintenance.text.js';
import { UploadButton } from './upload-button.js';

/** Uploads a backup, shows what it will change, and what became of it. */
export function RestoreCard(): JSX.Element {
  const { api } = useApp();
  const t = useText(maintenanceText);
  const state = useFetch(() => api.get<{ restore: RestoreView | null }>('/api/restore'), []);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const result = state.result.value;
  const restore = result?.ok === true ? result.value.restore : null;

  async function remove(): Promise<void> {
    const removed = await api.send('DELETE', '/api/restore');
    failure.value = removed.ok ? undefined : removed;
    state.reload();
  }

  return (
    <Card title={t('restore')}>
      <p>{t('restoreHint')}</p>
      <LoadNote result={result} onRetry={state.reload} />
      {restore === null ? null : <RestoreNote restore={restore} />}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      {restore?.state === 'staged' ? (
        <ConfirmButton label={t('cancelRestore')} question={t('cancelQuestion')} onConfirm={() => void remove()} />
      ) : restore === null ? null : (
        <button type="button" class="quiet" onClick={() => void remove()}>
          {t('dismiss')}
        </button>
      )}
      <UploadButton kind="restore" label={t('chooseBackup')} accept=".gz" onDone={state.reload} />
    </Card>
  );
}

function RestoreNote({ restore }: { readonly restore: RestoreView }): JSX.Element {
  const { preferences } = useApp();
  const t = useText(maintenanceText);
  const show = useMessage();
  const { state, made, entries, devices, users, losses, receivers, kept, error, errorData, lossesData } = restore;
  const time = made.slice(0, 16).replace('T', ' ');
  const before = entries.before === null ? '?' : formatNumber(entries.before, preferences.language.value);
  if (state === 'done') return <p role="status">{t('restoreDone', { time, kept: kept ?? '' })}</p>;
  if (state === 'failed') {
    return (
      <div class="failure" role="alert">
        <p>{t('restoreFailed', { time })}</p>
        <p class="detail">{show(errorData, error ?? '')}</p>
      </div>
    );
  }
  return (
    <div class="notice" role="status">
      <p>
        <strong>{t('staged', { time })}</strong>
      </p>
      <ul>
        <li>{t('stagedEntries', { after: entries.after, before })}</li>
        <li>{t('stagedDevices', devices)}</li>
        <li>{t('stagedUsers', users)}</li>
        {losses.map((loss, at) => (
          <li key={loss}>{show(lossesData?.[at], loss)}</li>
        ))}
        {receivers.map((receiver) => (
          <li key={receiver.key}>{t('stagedReceiver', receiver)}</li>
        ))}
      </ul>
      <p>{t('stagedHow')}</p>
    </div>
  );
}
