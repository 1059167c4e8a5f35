import { useSignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { AlertRule } from '../../../schema/alert-rules/alert-rule.js';
import { RULE_TYPE_NAMES } from '../../../schema/alert-rules/rule-types.js';
import type { ApiResult } from '../../api/client.js';
import { useSubmit } from '../../api/use-submit.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { useServerText } from '../../components/server-text.js';
import { commonText } from '../../text/common.js';
import { alertRuleFormText } from './alert-rule-form.text.js';
import { alertRulesText } from './alert-rules.text.js';
import type { AlertRuleContext } from './alert-rules-data.js';
import { describeAlertRule, describeSettings, raisedBy } from './describe-alert-rule.js';
import { describedBy, Field } from './field.js';
import { HoursFields } from './hours-fields.js';
import { ParameterField } from './parameter-field.js';
import { PreviewPanel } from './preview-panel.js';
import { describeRefusal, findMistake, parseRefusal } from './refusal.js';
import { describedDraft, exampleOf, fieldsOf, rowsOf, startDraft, type RuleDraft } from './rule-draft.js';
import type { RuleFormState } from './rule-form-state.js';
import { ScopeFields } from './scope-fields.js';
import { useRuleWords } from './use-rule-words.js';

export type AlertRuleFormProps = {
  /** absent: a new rule */
  readonly rule?: AlertRule;
  /** a new rule is for this zone */
  readonly zone?: string | undefined;
  readonly context: AlertRuleContext;
  /** a field is null where it is left out */
  readonly onSave: (
    fields: Readonly<Record<string, unknown>> & { readonly name: string },
  ) => Promise<ApiResult<unknown>>;
};

type ShownError = { readonly field: string; readonly text: string };

/** The form of an alert rule. */
export function AlertRuleForm({ rule, zone, context, onSave }: AlertRuleFormProps): JSX.Element {
  const { preferences } = useApp();
  const t = useText(alertRuleFormText);
  const tCommon = useText(commonText);
  const units = preferences.units.value;
  const draft = useSignal<RuleDraft>(startDraft({ rule, zone, units: preferences.units.peek() }));
  const element = useRef<HTMLFormElement>(null);
  const { error, showRefusal, showMistake } = useFieldError(draft);
  const { busy, failure, onSubmit } = useSubmit(async () => {
    if (showMistake()) return undefined;
    const result = await onSave(fieldsOf(draft.peek()));
    return result.ok || showRefusal(result.text) ? undefined : result;
  });
  const form: RuleFormState = {
    draft: draft.value,
    change(changes) {
      draft.value = { ...draft.peek(), ...changes };
    },
    errorOf: (field) => (error.value?.field === field ? error.value.text : undefined),
    zones: context.zones,
  };

  return (
    <form class="card card-stack" ref={element} onSubmit={onSubmit}>
      <div class="fields rule-fields">
        <NameField form={form} />
        {rule === undefined ? <TypeField form={form} /> : null}
      </div>
      <fieldset>
        <legend>{t('settings')}</legend>
        {rule === undefined ? <Example form={form} context={context} /> : null}
        <div class="fields rule-fields">
          {rowsOf(draft.value.type).map((row) => (
            <ParameterField key={`${draft.value.type} ${row.name} ${units}`} row={row} form={form} />
          ))}
        </div>
      </fieldset>
      <ScopeFields form={form} groups={context.groups} />
      <HoursFields form={form} />
      <Switches form={form} />
      <Sentence draft={draft.value} context={context} />
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <button type="submit" class="primary" disabled={busy.value}>
        {tCommon('save')}
      </button>
      <PreviewPanel
        fields={fieldsOf(draft.value)}
        check={() => isValidWithoutName(element.current) && !showMistake()}
        onRefused={showRefusal}
      />
    </form>
  );
}

/** A preview needs no name. */
const isValidWithoutName = (form: HTMLFormElement | null): boolean =>
  [...(form?.elements ?? [])].every((control) =>
    control instanceof HTMLInputElement && control.name !== 'name' ? control.reportValidity() : true,
  );

/** The field that was refused last. */
function useFieldError(draft: Signal<RuleDraft>) {
  const { preferences } = useApp();
  const t = useText(alertRuleFormText);
  const serverText = useServerText();
  const error = useSignal<ShownError | undefined>(undefined);
  return {
    error,
    /** false: the refusal belongs to no field */
    showRefusal: (message: string): boolean => {
      const { type } = draft.peek();
      const refused = parseRefusal(message, type);
      const words = { t, serverText, language: preferences.language.peek(), units: preferences.units.peek() };
      error.value =
        refused === undefined ? undefined : { field: refused.field, text: describeRefusal(refused, type, words) };
      return refused !== undefined;
    },
    /** true: there is a mistake, and its field shows it */
    showMistake: (): boolean => {
      const found = findMistake(draft.peek(), fieldsOf(draft.peek()));
      error.value = found === undefined ? undefined : { field: found.field, text: t(found.text) };
      return found !== undefined;
    },
  };
}

type PartProps = { readonly form: RuleFormState };

const MAX_NAME = 128;

function NameField({ form: { draft, change, errorOf } }: PartProps): JSX.Element {
  const t = useText(alertRuleFormText);
  const id = useId();
  const error = errorOf('name');
  return (
    <Field id={id} error={error}>
      <label>
        {t('name')}
        <input
          name="name"
          required
          maxLength={MAX_NAME}
          autocomplete="off"
          {...describedBy(id, { error })}
          value={draft.name}
          onInput={({ currentTarget }) => {
            change({ name: currentTarget.value });
          }}
        />
      </label>
    </Field>
  );
}

function TypeField({ form: { draft, change } }: PartProps): JSX.Element {
  const t = useText(alertRuleFormText);
  const tRules = useText(alertRulesText);
  return (
    <label>
      {t('type')}
      <select
        name="type"
        value={draft.type}
        onChange={({ currentTarget }) => {
          const type = RULE_TYPE_NAMES.find((name) => name === currentTarget.value);
          if (type !== undefined) change({ type });
        }}
      >
        {RULE_TYPE_NAMES.map((type) => (
          <option key={type} value={type}>
            {tRules(type)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Example({ form: { draft }, context }: PartProps & { readonly context: AlertRuleContext }): JSX.Element {
  const t = useText(alertRuleFormText);
  const words = useRuleWords(context);
  const example = exampleOf(draft.type, words.units);
  // Its zone exists only in the sentence.
  const sentence = describeSettings(example, { ...words, zone: () => t('exampleZone') });
  return <p class="small muted">{t('example', { sentence })}</p>;
}

function Switches({ form: { draft, change } }: PartProps): JSX.Element {
  const t = useText(alertRuleFormText);
  const id = useId();
  return (
    <>
      <Field id={id} hint={t('attentionHint')}>
        <label class="inline">
          <input
            type="checkbox"
            name="attention"
            aria-describedby={id}
            checked={draft.attention}
            onChange={({ currentTarget }) => {
              change({ attention: currentTarget.checked });
            }}
          />
          {t('attention')}
        </label>
      </Field>
      <label class="inline">
        <input
          type="checkbox"
          name="enabled"
          checked={draft.enabled}
          onChange={({ currentTarget }) => {
            change({ enabled: currentTarget.checked });
          }}
        />
        {t('enabled')}
      </label>
    </>
  );
}

type SentenceProps = { readonly draft: RuleDraft; readonly context: AlertRuleContext };

/** The rule in a sentence, as it is typed. */
function Sentence({ draft, context }: SentenceProps): JSX.Element | null {
  const t = useText(alertRuleFormText);
  const words = useRuleWords(context);
  const rule = describedDraft(draft);
  if (rule === undefined) return null;
  const sentence = describeAlertRule(rule, words);
  return <p class="rule-in-words">{t('sentence', { alerts: raisedBy(rule).join(', '), sentence })}</p>;
}
