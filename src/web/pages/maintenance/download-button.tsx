import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ApiFailure } from '../../api/client.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { Icon } from '../../components/icon.js';
import { saveFile } from '../../components/save-file.js';
import { maintenanceText } from './maintenance.text.js';

export type DownloadButtonProps = { readonly path: string; readonly label: string };

/** Downloads a file that the gateway makes, with fetch: a plain link would not carry the token. */
export function DownloadButton({ path, label }: DownloadButtonProps): JSX.Element {
  const { api } = useApp();
  const t = useText(maintenanceText);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const busy = useSignal(false);

  async function download(): Promise<void> {
    busy.value = true;
    failure.value = undefined;
    const result = await api.file(path);
    busy.value = false;
    if (result.ok) saveFile(result.value.blob, result.value.name);
    else failure.value = result;
  }

  return (
    <div class="stack">
      <div class="actions">
        <button type="button" disabled={busy.value} onClick={() => void download()}>
          <Icon name="download" />
          {label}
        </button>
      </div>
      {busy.value ? (
        <p class="muted small" role="status">
          {t('making')}
        </p>
      ) : null}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
    </div>
  );
}
