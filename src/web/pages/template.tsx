import type { JSX } from 'preact';
import type { Template } from '../../schema/provisioning/template.js';
import type { ApiResult, Api } from '../api/client.js';
import { useSave } from '../api/use-save.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../components/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { commonText } from '../text/common.js';
import type { CapabilityView } from './provisioning/provisioning-data.js';
import type { PageProps } from './page.js';
import { TemplateForm } from './templates/template-form.js';
import { templatesText } from './templates/templates.text.js';

/** One template, with a form to change it. */
export function TemplatePage({ params: { templateId = '' } }: PageProps): JSX.Element {
  const { api } = useApp();
  const t = useText(templatesText);
  const tCommon = useText(commonText);
  const path = `/api/templates/${encodeURIComponent(templateId)}`;
  const { result, reload } = useFetch(() => readTemplate(api, path), [path]);
  const found = result.value;
  const data = found?.ok === true ? found.value : undefined;

  const { save, saved } = useSave({ path, lastModified: data?.template.lastModified, reload });

  return (
    <div class="page">
      <a class="small" href={linkTo('/templates')}>
        {t('all')}
      </a>
      <PageHead title={data?.template.name ?? templateId} />
      <LoadNote result={found} onRetry={reload} />
      {data === undefined ? null : (
        <section class="card card-stack">
          <p class="small muted">{t('changeHint')}</p>
          {/* A new key restarts the form with the values that were saved. */}
          <TemplateForm key={data.template.lastModified} {...data} label={tCommon('save')} onSave={save} />
          <p role="status">{saved.value ? tCommon('saved') : ''}</p>
        </section>
      )}
    </div>
  );
}

type TemplateData = { readonly template: Template; readonly protocols: readonly CapabilityView[] };

async function readTemplate(api: Pick<Api, 'get'>, path: string): Promise<ApiResult<TemplateData>> {
  const [template, provisioning] = await Promise.all([
    api.get<Pick<TemplateData, 'template'>>(path),
    api.get<Pick<TemplateData, 'protocols'>>('/api/provisioning'),
  ]);
  if (!template.ok) return template;
  if (!provisioning.ok) return provisioning;
  return { ok: true, value: { template: template.value.template, protocols: provisioning.value.protocols } };
}
