import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Answer } from '../api/client.js';
import { useLoading } from '../loading.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../shell/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../shell/state-note.js';
import { readBench } from './bench/bench-data.js';
import { TemplateForm } from './templates/template-form.js';
import { TemplateList } from './templates/template-list.js';
import type { TemplateFields } from './templates/template-of.js';
import { templatesText } from './templates/templates.text.js';

/** How trackers are set up: what there is, and a new one. */
export function TemplatesPage(): JSX.Element {
  const { api } = useParts();
  const say = useText(templatesText);
  const { answer, again } = useLoading(() => readBench(api), []);
  const found = answer.value;
  const created = useSignal('');

  async function create(fields: TemplateFields): Promise<Answer<unknown>> {
    created.value = '';
    const came = await api.send('POST', '/api/templates', fields);
    if (!came.ok) return came;
    created.value = fields.name;
    again();
    return came;
  }

  return (
    <div class="page">
      <a class="small" href={linkTo('/bench')}>
        {say('toBench')}
      </a>
      <PageHead title={say('title')} />
      <LoadNote answer={found} onRetry={again} />
      {found?.ok === true ? (
        <>
          {found.value.templates.length === 0 ? (
            <StateNote title={say('none')}>{say('noneHint')}</StateNote>
          ) : (
            <TemplateList templates={found.value.templates} onRemoved={again} />
          )}
          <section class="card card-stack" aria-labelledby="make-title">
            <h2 id="make-title">{say('make')}</h2>
            <TemplateForm protocols={found.value.protocols} label={say('create')} onSave={create} />
            <p role="status">{created.value === '' ? '' : say('created', { name: created.value })}</p>
          </section>
        </>
      ) : null}
    </div>
  );
}
