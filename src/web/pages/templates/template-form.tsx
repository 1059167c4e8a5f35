import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Template } from '../../../schema/template.js';
import type { Answer } from '../../api/client.js';
import { useText } from '../../parts.js';
import { useSending } from '../../sending.js';
import { FailureNote } from '../../shell/failure-note.js';
import type { CapabilityView } from '../bench/bench-data.js';
import { GroupChoice } from './group-choice.js';
import { SettingField } from './setting-field.js';
import { templateOf, type TemplateFields } from './template-of.js';
import { templatesText } from './templates.text.js';

export type TemplateFormProps = {
  readonly protocols: readonly CapabilityView[];
  /** left out: a new one */
  readonly template?: Template;
  /** what the button says */
  readonly label: string;
  readonly onSave: (fields: TemplateFields) => Promise<Answer<unknown>>;
};

/** A template: its fields are what the protocol says can be set. */
export function TemplateForm({ protocols, template, label, onSave }: TemplateFormProps): JSX.Element {
  const say = useText(templatesText);
  const chosen = useSignal(template?.protocol ?? protocols[0]?.protocol ?? '');
  const made = useSignal(0);
  const capability = protocols.find(({ protocol }) => protocol === chosen.value);
  const settings = Object.entries(capability?.settings ?? {});
  // Those of another protocol mean nothing to this one.
  const former = template?.protocol === chosen.value ? template.settings : {};
  const { busy, failure, onSubmit } = useSending(async (form) => {
    const shown = new Set(settings.map(([name]) => name));
    const kept = Object.fromEntries(Object.entries(former).filter(([name]) => !shown.has(name)));
    const answer = await onSave(templateOf({ data: new FormData(form), protocol: chosen.value, settings, kept }));
    if (!answer.ok) return answer;
    if (template === undefined) {
      form.reset();
      made.value++;
    }
    return undefined;
  });

  return (
    <form class="card-stack" onSubmit={onSubmit}>
      <div class="fields">
        <Text name="name" label={say('name')} value={template?.name} required />
        <label>
          {say('protocol')}
          <select
            value={chosen.value}
            onChange={({ currentTarget }) => {
              chosen.value = currentTarget.value;
            }}
          >
            {protocols.map(({ protocol }) => (
              <option key={protocol} value={protocol}>
                {protocol}
              </option>
            ))}
          </select>
        </label>
        <Text name="description" label={say('description')} value={template?.description} longest={1024} />
        {capability?.namesDevice === true ? (
          <Text name="deviceId" label={say('deviceId')} value={template?.deviceId} />
        ) : null}
        <Text name="deviceName" label={say('deviceName')} value={template?.deviceName} />
        <label>
          {say('firstNumber')}
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
        <GroupChoice value={template?.group ?? null} />
      </div>
      <p class="small muted">
        {say('patternHint', { number: '{n}', digits: '{n:3}', identity: '{identity}', column: '{column}' })}
      </p>
      {/* What a field became with use goes with what was in it. */}
      <fieldset key={`${chosen.value} ${made.value}`}>
        <legend>{say('settings')}</legend>
        <p class="small muted">{say('settingsHint')}</p>
        <div class="fields">
          {settings.map(([name, setting]) => (
            <SettingField key={name} name={name} setting={setting} value={former[name]} />
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

type TextProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string | null | undefined;
  readonly required?: boolean;
  readonly longest?: number;
};

const Text = ({ name, label, value, required = false, longest = 128 }: TextProps): JSX.Element => (
  <label>
    {label}
    <input type="text" name={name} maxLength={longest} required={required} defaultValue={value ?? ''} />
  </label>
);
