import type { JSX } from 'preact';
import { useFetch } from '../api/use-fetch.js';
import { useCreate } from '../api/use-create.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { CollectionPage } from './collection-page.js';
import { readProvisioning } from './provisioning/provisioning-data.js';
import { TemplateForm } from './templates/template-form.js';
import { TemplateList } from './templates/template-list.js';
import type { TemplateFields } from './templates/read-template-form.js';
import { templatesText } from './templates/templates.text.js';

/** The templates, and a form to create one; it stays open, because several are often created in a row. */
export function TemplatesPage(): JSX.Element {
  const { api } = useApp();
  const t = useText(templatesText);
  const data = useFetch(() => readProvisioning(api), []);
  const { create, created: createdName } = useCreate<TemplateFields>({ path: '/api/templates', reload: data.reload });
  const found = data.result.value;
  return (
    <CollectionPage
      title={t('title')}
      back={
        <a class="small" href={linkTo('/provisioning')}>
          {t('toProvisioning')}
        </a>
      }
      data={data}
      emptyNote={({ templates }) => (templates.length > 0 ? undefined : { title: t('empty'), hint: t('emptyHint') })}
      list={({ templates, protocols }) => (
        <TemplateList templates={templates} protocols={protocols} onRemoved={data.reload} />
      )}
    >
      {found?.ok === true ? (
        <section class="card card-stack" aria-labelledby="make-title">
          <h2 id="make-title">{t('newTemplate')}</h2>
          <TemplateForm protocols={found.value.protocols} label={t('create')} onSave={create} />
          <p role="status">{createdName.value === '' ? '' : t('created', { name: createdName.value })}</p>
        </section>
      ) : null}
    </CollectionPage>
  );
}
