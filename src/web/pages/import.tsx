import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Licenses } from '../../schema/devices/licenses.js';
import type { Group } from '../../schema/devices/group.js';
import type { ApiFailure } from '../api/client.js';
import { useApp, useText } from '../app-context.js';
import { FailureNote } from '../components/failure-note.js';
import { saveFile } from '../components/save-file.js';
import { IMPORT_COLUMNS, templateCsv } from '../device-import/import-columns.js';
import { importText } from '../device-import/import.text.js';
import type { ImportContext } from '../device-import/plan-import.js';
import { MAX_MEGABYTES, MAX_ROWS, readImport, type ReadImport } from '../device-import/read-import.js';
import { linkTo } from '../routing/match.js';
import { PageHead } from '../shell/page-head.js';
import { canChangeGroups } from './groups/can-change-groups.js';
import { ImportPreview } from './import/import-preview.js';

/** Imports devices from a CSV file, after a preview of what each line does. */
export function ImportPage(): JSX.Element {
  const { live, preferences } = useApp();
  const t = useText(importText);
  const read = useSignal<ReadImport | undefined>(undefined);
  const free = useSignal(0);
  const busy = useSignal(false);
  /** a new file starts over */
  const turn = useSignal(0);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const readContext = useReadContext();

  async function onFile(file: File): Promise<void> {
    busy.value = true;
    failure.value = undefined;
    read.value = undefined;
    const context = await readContext();
    if ('code' in context) failure.value = context;
    else {
      free.value = context.licenses;
      read.value = await readImport(file, context);
      turn.value++;
    }
    busy.value = false;
  }

  const found = read.value;
  return (
    <div class="page">
      <a class="small" href={linkTo('/devices')}>
        {t('back')}
      </a>
      <PageHead title={t('title')} />
      <section class="card card-stack">
        <p>{t('intro')}</p>
        <p class="small muted">{t('columns', { names: Object.keys(IMPORT_COLUMNS).join(', ') })}</p>
        <div class="actions">
          <label>
            {t('file')}
            <input
              type="file"
              disabled={!live.loaded.value || busy.value}
              accept=".csv,.txt,text/csv"
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                if (file !== undefined) void onFile(file);
              }}
            />
          </label>
          <button
            type="button"
            onClick={() => {
              saveFile(
                new Blob(['\uFEFF', templateCsv(preferences.language.value)], { type: 'text/csv' }),
                'waypost-devices.csv',
              );
            }}
          >
            {t('template')}
          </button>
        </div>
        <p role="status">{busy.value ? t('reading') : ''}</p>
        {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
        {found?.ok === false ? (
          <p class="notice" role="alert">
            {t(found.code, {
              most: found.code === 'tooLarge' ? MAX_MEGABYTES : MAX_ROWS,
              line: found.line ?? 0,
              column: found.column ?? 0,
              title: found.title ?? '',
              name: found.name ?? '',
            })}
          </p>
        ) : null}
      </section>
      {found?.ok === true ? <ImportPreview key={turn.value} lines={found.lines} freeLicenses={free.value} /> : null}
    </div>
  );
}

/** Reads what the preview needs. */
function useReadContext(): () => Promise<ImportContext | ApiFailure> {
  const { api, live, session, gatewayClock } = useApp();
  return async () => {
    const licenses = await api.get<{ licenses: Licenses }>('/api/licenses');
    if (!licenses.ok) return licenses;
    const groups = await api.get<{ groups: readonly Group[] }>('/api/groups');
    if (!groups.ok) return groups;
    return {
      deviceOf: (id) => live.get(id)?.peek().device,
      groups: canChangeGroups(session.state.value) ? groups.value.groups : undefined,
      licenses: licenses.value.licenses.available,
      now: gatewayClock.now(),
    };
  };
}
