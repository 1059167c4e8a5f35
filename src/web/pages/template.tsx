import type { JSX } from 'preact';
import type { Template } from '../../schema/template.js';
import type { Answer, Api } from '../api/client.js';
import { useChanging } from '../changing.js';
import { useLoading } from '../loading.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../shell/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { commonText } from '../text/common.js';
import type { CapabilityView } from './bench/bench-data.js';
import type { PageProps } from './page.js';
import { TemplateForm } from './templates/template-form.js';
import { templatesText } from './templates/templates.text.js';

/** One template, to be changed. */
export function TemplatePage({ params: { templateId = '' } }: PageProps): JSX.Element {
  const { api } = useParts();
  const say = useText(templatesText);
  const sayCommon = useText(commonText);
  const path = `/api/templates/${encodeURIComponent(templateId)}`;
  const { answer, again } = useLoading(() => readTemplate(api, path), [path]);
  const found = answer.value;
  const data = found?.ok === true ? found.value : undefined;

  const { save, saved } = useChanging({ path, lastModified: data?.template.lastModified, again });

  return (
    <div class="page">
      <a class="small" href={linkTo('/templates')}>
        {say('all')}
      </a>
      <PageHead title={data?.template.name ?? templateId} />
      <LoadNote answer={found} onRetry={again} />
      {data === undefined ? null : (
        <section class="card card-stack">
          <p class="small muted">{say('changeHint')}</p>
          {/* What was saved is what the form begins with. */}
          <TemplateForm key={data.template.lastModified} {...data} label={sayCommon('save')} onSave={save} />
          <p role="status">{saved.value ? sayCommon('saved') : ''}</p>
        </section>
      )}
    </div>
  );
}

type TemplateData = { readonly template: Template; readonly protocols: readonly CapabilityView[] };

async function readTemplate(api: Pick<Api, 'get'>, path: string): Promise<Answer<TemplateData>> {
  const [template, work] = await Promise.all([
    api.get<Pick<TemplateData, 'template'>>(path),
    api.get<Pick<TemplateData, 'protocols'>>('/api/provisioning'),
  ]);
  if (!template.ok) return template;
  if (!work.ok) return work;
  return { ok: true, value: { template: template.value.template, protocols: work.value.protocols } };
}
