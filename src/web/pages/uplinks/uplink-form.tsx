import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { UplinkView } from '../../../schema/uplinks/uplink.js';
import { UPLINK_TYPES, type UplinkType } from '../../../schema/uplinks/uplink-settings.js';
import type { ApiFailure } from '../../api/client.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { commonText } from '../../text/common.js';
import { describedBy, Field } from '../alert-rules/field.js';
import { StartFields } from './start-fields.js';
import { START_CHOICES } from './start.js';
import { TestNote } from './test-note.js';
import { draftOf, inputOf, problemIn, problemOf, type FieldProblem, type UplinkDraft } from './uplink-draft.js';
import { UplinkField, useProblemText, type UplinkFields } from './uplink-field.js';
import { uplinkFormText } from './uplink-form.text.js';
import { NAME_LIMITS, rowsOf } from './uplink-rows.js';
import { uplinksText } from './uplinks.text.js';
import { pathOf, useTest } from './use-test.js';

export type UplinkFormProps = {
  /** absent: a new one */
  readonly uplink?: UplinkView;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};

/** The form of an uplink; its secrets are written, never read. */
export function UplinkForm({ uplink, onSaved, onClose }: UplinkFormProps): JSX.Element {
  const { api } = useApp();
  const t = useText(uplinksText);
  const tForm = useText(uplinkFormText);
  const tCommon = useText(commonText);
  const element = useRef<HTMLFormElement>(null);
  const draft = useSignal<UplinkDraft>(draftOf(uplink));
  const problem = useSignal<FieldProblem | undefined>(undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const busy = useSignal(false);
  const test = useTest();
  const isNew = uplink === undefined;
  useEffect(() => {
    element.current?.querySelector('input')?.focus();
  }, []);

  /** Calls the gateway with what is typed, if that can be right. */
  async function call(send: (name: string, input: object) => Promise<ApiFailure | undefined>): Promise<void> {
    failure.value = undefined;
    problem.value = problemOf(draft.value);
    if (problem.value !== undefined || element.current?.reportValidity() === false) return;
    busy.value = true;
    const { name, type } = draft.value;
    const failed = await send(name.trim(), inputOf(draft.value, isNew));
    busy.value = false;
    if (failed === undefined) return;
    problem.value = problemIn(failed, type);
    if (problem.value === undefined) failure.value = failed;
  }
  const save = (): Promise<void> =>
    call(async (name, input) => {
      const saved = await api.send('PUT', pathOf(name), input);
      if (!saved.ok) return saved;
      onSaved();
      return undefined;
    });
  const change = (changed: Partial<UplinkDraft>): void => {
    draft.value = { ...draft.value, ...changed };
    problem.value = undefined;
  };

  return (
    <form
      ref={element}
      class="card-stack uplink-form"
      aria-label={isNew ? tForm('title') : t('changeNamed', { name: uplink.name })}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Fields draft={draft.value} uplink={uplink} problem={problem.value} onChange={change} />
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <TestNote test={test} />
      <div class="actions">
        <button type="submit" class="primary" disabled={busy.value}>
          {tCommon('save')}
        </button>
        <button type="button" disabled={busy.value} onClick={() => void call(test.run)}>
          {t('test')}
        </button>
        <button type="button" onClick={onClose}>
          {tCommon('cancel')}
        </button>
      </div>
    </form>
  );
}

type FieldsProps = {
  readonly uplink: UplinkView | undefined;
  readonly draft: UplinkDraft;
  readonly problem: FieldProblem | undefined;
  readonly onChange: (changed: Partial<UplinkDraft>) => void;
};

function Fields({ draft, uplink, problem, onChange }: FieldsProps): JSX.Element {
  const t = useText(uplinkFormText);
  const { type, enabled, start, values } = draft;
  const isNew = uplink === undefined;
  const rows = rowsOf(type);
  const more = rows.filter(({ isMore }) => isMore);
  // What is set, or refused, is not hidden.
  const isOpen = useSignal(more.some(({ key }) => (values[key] ?? '') !== ''));
  if (more.some(({ key }) => key === problem?.key)) isOpen.value = true;
  const fields: UplinkFields = {
    ...{ values, uplink, problem },
    set(key, text) {
      onChange({ values: { ...values, [key]: text } });
    },
  };
  const shown = (isMore: boolean, isTick: boolean): JSX.Element[] =>
    rows
      .filter((row) => row.isMore === isMore && ['switch', 'discovery'].includes(row.kind) === isTick)
      .map((row) => <UplinkField key={row.key} row={row} fields={fields} />);
  return (
    <>
      <div class="fields rule-fields">
        {isNew ? <NewFields draft={draft} problem={problem} onChange={onChange} /> : null}
        {shown(false, false)}
        {isNew ? (
          <StartFields
            label={t('from')}
            choices={START_CHOICES.filter((choice) => choice !== 'cursor')}
            start={start}
            onChange={(next) => {
              onChange({ start: next });
            }}
          />
        ) : null}
      </div>
      {shown(false, true)}
      <label class="inline">
        <input
          type="checkbox"
          name="enabled"
          checked={enabled}
          onChange={({ currentTarget }) => {
            onChange({ enabled: currentTarget.checked });
          }}
        />
        {t('enabled')}
      </label>
      <details
        open={isOpen.value}
        onToggle={({ currentTarget }) => {
          isOpen.value = currentTarget.open;
        }}
      >
        <summary>{t('more')}</summary>
        <div class="card-stack">
          <div class="fields rule-fields">{shown(true, false)}</div>
          {shown(true, true)}
        </div>
      </details>
    </>
  );
}

/** What does not change later. */
function NewFields({ draft, problem, onChange }: Omit<FieldsProps, 'uplink'>): JSX.Element {
  const t = useText(uplinkFormText);
  const tPage = useText(uplinksText);
  const id = useId();
  const problemText = useProblemText();
  const notes = { hint: t('nameHint'), error: problemText(problem?.key === 'name' ? problem : undefined) };
  return (
    <>
      <Field id={id} {...notes}>
        <label>
          {t('name')}
          <input
            {...describedBy(id, notes)}
            name="name"
            required
            maxLength={NAME_LIMITS.maxLength}
            autocomplete="off"
            spellcheck={false}
            value={draft.name}
            onInput={({ currentTarget }) => {
              onChange({ name: currentTarget.value });
            }}
          />
        </label>
      </Field>
      <label>
        {t('type')}
        <select
          name="type"
          value={draft.type}
          onChange={({ currentTarget }) => {
            onChange({ type: UPLINK_TYPES.find((type) => type === currentTarget.value) ?? draft.type });
          }}
        >
          {UPLINK_TYPES.map((type: UplinkType) => (
            <option key={type} value={type}>
              {tPage(type)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
