import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Template } from '../../../schema/provisioning/template.js';
import type { ApiResult } from '../../api/client.js';
import { useText } from '../../app-context.js';
import { useSubmit } from '../../api/use-submit.js';
import { FailureNote } from '../../components/failure-note.js';
import { GroupField } from '../groups/group-field.js';
import type { CapabilityView } from '../provisioning/provisioning-data.js';
import { SettingField } from './setting-field.js';
import { readTemplateForm, type TemplateFields } from './read-template-form.js';
import { templatesText } from './templates.text.js';

export type TemplateFormProps = {
  readonly protocols: readonly CapabilityView[];
  /** absent: a new template */
  readonly template?: Template;
  /** of the submit button */
  readonly label: string;
  readonly onSave: (fields: TemplateFields) => Promise<ApiResult<unknown>>;
};

/** The form of a template; the protocol decides which settings it has. */
export function TemplateForm({ protocols, template, label, onSave }: TemplateFormProps): JSX.Element {
  const t = useText(templatesText);
  const chosen = useSignal(template?.protocol ?? protocols[0]?.protocol ?? '');
  const createdCount = useSignal(0);
  const capability = protocols.find(({ protocol }) => protocol === chosen.value);
  const settings = Object.entries(capability?.settings ?? {});
  // Settings of another protocol have no meaning for this one.
  const previous = template?.protocol === chosen.value ? template.settings : {};
  const { busy, failure, onSubmit } = useSubmit(async (form) => {
    const shown = new Set(settings.map(([name]) => name));
    const hiddenSettings = Object.fromEntries(Object.entries(previous).filter(([name]) => !shown.has(name)));
    const result = await onSave(
      readTemplateForm({ data: new FormData(form), protocol: chosen.value, settings, hiddenSettings }),
    );
    if (!result.ok) return result;
    if (template === undefined) {
      form.reset();
      createdCount.value++;
    }
    return undefined;
  });
  return (
    <form class="card-stack" onSubmit={onSubmit}>
      <GeneralFields
        protocols={protocols}
        template={template}
        protocol={chosen.value}
        onProtocol={(protocol) => {
          chosen.value = protocol;
        }}
      />
      <p class="small muted">
        {t('patternHint', { number: '{n}', digits: '{n:3}', identity: '{identity}', column: '{column}' })}
      </p>
      {/* A new key clears the fields, which form.reset() cannot do for fields that changed their kind. */}
      <fieldset key={`${chosen.value} ${createdCount.value}`}>
        <legend>{t('settings')}</legend>
        <p class="small muted">{t('settingsHint')}</p>
        <div class="fields">
          {settings.map(([name, setting]) => (
            <SettingField key={name} name={name} setting={setting} value={previous[name]} />
          ))}
        </div>
      </fieldset>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <button type="submit" class="primary" disabled={busy.value}>
        {label}
      </button>
    </form>
  );
}

type GeneralFieldsProps = {
  readonly protocols: readonly CapabilityView[];
  readonly template: Template | undefined;
  readonly protocol: string;
  readonly onProtocol: (protocol: string) => void;
};

function GeneralFields({ protocols, template, protocol, onProtocol }: GeneralFieldsProps): JSX.Element {
  const t = useText(templatesText);
  const capability = protocols.find(({ protocol: name }) => name === protocol);
  return (
    <div class="fields">
      <TextField name="name" label={t('name')} value={template?.name} required />
      <label>
        {t('protocol')}
        <select
          value={protocol}
          onChange={({ currentTarget }) => {
            onProtocol(currentTarget.value);
          }}
        >
          {protocols.map(({ protocol: name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <TextField name="description" label={t('description')} value={template?.description} maxLength={1024} />
      {capability?.namesDevice === true ? (
        <TextField name="deviceId" label={t('deviceId')} value={template?.deviceId} />
      ) : null}
      <TextField name="deviceName" label={t('deviceName')} value={template?.deviceName} />
      <label>
        {t('firstNumber')}
        <input
          type="number"
          name="firstNumber"
          min={0}
          max={1_000_000}
          step={1}
          placeholder="1"
          defaultValue={template === undefined ? '' : String(template.firstNumber)}
        />
      </label>
      <GroupField value={template?.group ?? null} />
    </div>
  );
}

type TextFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string | null | undefined;
  readonly required?: boolean;
  readonly maxLength?: number;
};

const TextField = ({ name, label, value, required = false, maxLength = 128 }: TextFieldProps): JSX.Element => (
  <label>
    {label}
    <input type="text" name={name} maxLength={maxLength} required={required} defaultValue={value ?? ''} />
  </label>
);
