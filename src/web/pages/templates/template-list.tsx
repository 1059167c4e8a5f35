import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Template } from '../../../schema/template.js';
import type { CallFailure } from '../../api/client.js';
import { useParts, useText } from '../../parts.js';
import { linkTo } from '../../routing/match.js';
import { ConfirmButton } from '../../shell/confirm-button.js';
import { FailureNote } from '../../shell/failure-note.js';
import { templatesText } from './templates.text.js';

export type TemplateListProps = { readonly templates: readonly Template[]; readonly onRemoved: () => void };

/** The templates with what they set; each to be changed or deleted. */
export function TemplateList({ templates, onRemoved }: TemplateListProps): JSX.Element {
  const { api } = useParts();
  const say = useText(templatesText);
  const failure = useSignal<CallFailure | undefined>(undefined);

  async function remove(id: string): Promise<void> {
    const answer = await api.send('DELETE', `/api/templates/${encodeURIComponent(id)}`);
    failure.value = answer.ok ? undefined : answer;
    onRemoved();
  }

  return (
    <>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">{say('name')}</th>
            <th scope="col">{say('protocol')}</th>
            <th scope="col">{say('settings')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {templates.map(({ id, name, description, protocol, settings }) => (
            <tr key={id}>
              <th scope="row">
                {name}
                {description === '' ? null : <span class="muted small">{description}</span>}
              </th>
              <td data-label={say('protocol')}>{protocol}</td>
              <td data-label={say('settings')}>
                <ul class="setting-list">
                  {Object.entries(settings).map(([key, value]) => (
                    <li key={key}>
                      <span class="muted">{key}</span> {String(value)}
                    </li>
                  ))}
                </ul>
              </td>
              <td>
                <div class="actions">
                  <a
                    class="button"
                    href={linkTo('/templates/:templateId', { templateId: id })}
                    aria-label={say('changeOf', { name })}
                  >
                    {say('change')}
                  </a>
                  <ConfirmButton
                    label={say('remove')}
                    name={say('removeOf', { name })}
                    question={say('removeSure', { name })}
                    onConfirm={() => void remove(id)}
                  />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
