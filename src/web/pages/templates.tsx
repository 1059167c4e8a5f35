import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ApiResult } from '../api/client.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../components/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import { readProvisioning } from './provisioning/provisioning-data.js';
import { TemplateForm } from './templates/template-form.js';
import { TemplateList } from './templates/template-list.js';
import type { TemplateFields } from './templates/read-template-form.js';
import { templatesText } from './templates/templates.text.js';

/** How trackers are set up: what there is, and a new one. */
export function TemplatesPage(): JSX.Element {
  const { api } = useApp();
  const t = useText(templatesText);
  const { result, reload } = useFetch(() => readProvisioning(api), []);
  const found = result.value;
  const created = useSignal('');

  async function create(fields: TemplateFields): Promise<ApiResult<unknown>> {
    created.value = '';
    const response = await api.send('POST', '/api/templates', fields);
    if (!response.ok) return response;
    created.value = fields.name;
    reload();
    return response;
  }

  return (
    <div class="page">
      <a class="small" href={linkTo('/provisioning')}>
        {t('toBench')}
      </a>
      <PageHead title={t('title')} />
      <LoadNote result={found} onRetry={reload} />
      {found?.ok === true ? (
        <>
          {found.value.templates.length === 0 ? (
            <StateNote title={t('none')}>{t('noneHint')}</StateNote>
          ) : (
            <TemplateList templates={found.value.templates} onRemoved={reload} />
          )}
          <section class="card card-stack" aria-labelledby="make-title">
            <h2 id="make-title">{t('make')}</h2>
            <TemplateForm protocols={found.value.protocols} label={t('create')} onSave={create} />
            <p role="status">{created.value === '' ? '' : t('created', { name: created.value })}</p>
          </section>
        </>
      ) : null}
    </div>
  );
}
