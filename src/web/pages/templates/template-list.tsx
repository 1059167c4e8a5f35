import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Template } from '../../../schema/provisioning/template.js';
import type { ApiFailure } from '../../api/client.js';
import { useApp, useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { FailureNote } from '../../components/failure-note.js';
import type { SortValues } from '../../table/sorting.js';
import { TableHead } from '../../table/table-head.js';
import { ascending, useSorting } from '../../table/use-sorting.js';
import type { CapabilityView } from '../provisioning/provisioning-data.js';
import { settingsOf, useSettingLabel } from '../provisioning/setting-label.js';
import { templatesText } from './templates.text.js';

const SORT_VALUES: SortValues<Template> = {
  name: ({ name }) => name,
  protocol: ({ protocol }) => protocol,
};

export type TemplateListProps = {
  readonly templates: readonly Template[];
  readonly protocols: readonly CapabilityView[];
  readonly onRemoved: () => void;
};

/** The templates with their settings, and links to change or delete them. */
export function TemplateList({ templates, protocols, onRemoved }: TemplateListProps): JSX.Element {
  const { api } = useApp();
  const t = useText(templatesText);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const { rows, ...sorting } = useSorting(templates, SORT_VALUES, ascending('name'));

  async function remove(id: string): Promise<void> {
    const result = await api.send('DELETE', `/api/templates/${encodeURIComponent(id)}`);
    failure.value = result.ok ? undefined : result;
    onRemoved();
  }

  return (
    <>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <table class="rows">
        <TableHead
          sorting={sorting}
          columns={[
            { name: 'name', label: t('name') },
            { name: 'protocol', label: t('protocol') },
            { name: 'settings', label: t('settings'), unsorted: true },
            { name: 'actions', label: '' },
          ]}
        />
        <tbody>
          {rows.map(({ id, name, description, protocol, settings }) => (
            <tr key={id}>
              <th scope="row">
                {name}
                {description === '' ? null : <span class="muted small">{description}</span>}
              </th>
              <td data-label={t('protocol')}>{protocol}</td>
              <td data-label={t('settings')}>
                <SettingList settings={settings} known={settingsOf(protocols, protocol)} />
              </td>
              <td>
                <div class="actions">
                  <a
                    class="button"
                    href={linkTo('/templates/:templateId', { templateId: id })}
                    aria-label={t('editOf', { name })}
                  >
                    {t('edit')}
                  </a>
                  <ConfirmButton
                    label={t('remove')}
                    name={t('removeOf', { name })}
                    question={t('confirmRemove', { name })}
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

type SettingListProps = {
  readonly settings: Template['settings'];
  readonly known: CapabilityView['settings'] | undefined;
};

function SettingList({ settings, known }: SettingListProps): JSX.Element {
  const labelOf = useSettingLabel(known);
  return (
    <ul class="setting-list">
      {Object.entries(settings).map(([name, value]) => (
        <li key={name}>
          <span class="muted">{labelOf(name)}</span> {String(value)}
        </li>
      ))}
    </ul>
  );
}
