import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Zone } from '../../../schema/zones/zone.js';
import type { ApiFailure } from '../../api/client.js';
import { useApp, useText } from '../../app-context.js';
import { Card } from '../../components/card.js';
import { FailureNote } from '../../components/failure-note.js';
import { saveFile } from '../../components/save-file.js';
import { EXPORT_FORMATS, FILE_TYPES, typeOfFile } from './file-types.js';
import { zonesText } from './zones.text.js';

export type ZoneFilesProps = { readonly canImport: boolean; readonly canExport: boolean };

/** Zones from a file and as a file. */
export function ZoneFiles({ canImport, canExport }: ZoneFilesProps): JSX.Element | null {
  const { api } = useApp();
  const t = useText(zonesText);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const isBusy = useSignal(false);
  const imported = useSignal<number | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  if (!canImport && !canExport) return null;

  async function importFile(file: File): Promise<void> {
    isBusy.value = true;
    imported.value = undefined;
    const body = new Blob([await file.arrayBuffer()], { type: typeOfFile(file.name) });
    const result = await api.sendFile<{ zones: readonly Zone[] }>('/api/zones/import', body);
    failure.value = result.ok ? undefined : result;
    if (result.ok) imported.value = result.value.zones.length;
    isBusy.value = false;
    // The same file can be chosen again once it is corrected.
    if (input.current !== null) input.current.value = '';
  }
  async function exportFile(format: string): Promise<void> {
    const result = await api.file(`/api/zones?format=${format}`);
    failure.value = result.ok ? undefined : result;
    if (result.ok) saveFile(result.value.blob, `zones.${format}`);
  }
  return (
    <Card title={t('files')}>
      {canImport ? (
        <label>
          {t('importFile')}
          <input
            ref={input}
            type="file"
            accept={Object.keys(FILE_TYPES).join(',')}
            disabled={isBusy.value}
            onChange={({ currentTarget: { files } }) => {
              const [file] = files ?? [];
              if (file !== undefined) void importFile(file);
            }}
          />
          <span class="muted small">{t('importHint')}</span>
        </label>
      ) : null}
      <p role="status">
        {isBusy.value ? t('importing') : imported.value === undefined ? '' : t('imported', { count: imported.value })}
      </p>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      {canExport ? (
        <div class="actions">
          {EXPORT_FORMATS.map(({ format, name }) => (
            <button key={format} type="button" onClick={() => void exportFile(format)}>
              {t('export', { format: name })}
            </button>
          ))}
        </div>
      ) : null}
    </Card>
  );
}
