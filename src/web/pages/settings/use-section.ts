import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import type { SettingKey, SettingsView } from '../../../schema/system/settings.js';
import type { ApiFailure } from '../../api/client.js';
import { useSubmit, type Submission } from '../../api/use-submit.js';
import { useApp } from '../../app-context.js';
import type { FieldTexts } from '../../device-form/device-fields.js';
import { changedFields, type Edits } from '../../device-form/merge-edits.js';
import { afterSave, followView, saveSection, startEdits } from './save-section.js';
import { parseSettingError, type SettingError } from './setting-error.js';
import { isFixed, textsOf, type SettingRow } from './setting-row.js';

export type SectionOptions = {
  readonly rows: readonly SettingRow[];
  readonly view: SettingsView;
  /** the settings were read or changed */
  readonly onView: (view: SettingsView) => void;
};

/** The form of a section of the settings. */
export type SectionForm = Submission & {
  readonly view: SettingsView;
  readonly typed: FieldTexts;
  readonly type: (name: string, text: string) => void;
  readonly isChanged: boolean;
  readonly isFixed: (key: SettingKey) => boolean;
  readonly saved: ReadonlySignal<boolean>;
  /** fields that another administrator changed meanwhile, as they are now; saving again overwrites them */
  readonly conflicts: ReadonlySignal<FieldTexts>;
  /** the setting that the gateway rejects; `failure` has only what belongs to no setting */
  readonly fieldError: SettingError | undefined;
};

/** Edits settings: what others change meanwhile appears in untouched fields, and what was typed stays. */
export function useSection({ rows, view, onView }: SectionOptions): SectionForm {
  const { api, gatewayClock, healthPoller } = useApp();
  const edits = useSignal<Edits>(startEdits(rows, view));
  const conflicts = useSignal<FieldTexts>({});
  const saved = useSignal(false);
  const followed = useSignal(view);
  if (followed.peek() !== view) {
    followed.value = view;
    edits.value = followView(rows, edits.peek(), view).edits;
  }

  function show(now: SettingsView, edited: Edits): void {
    followed.value = now;
    edits.value = edited;
    onView(now);
  }

  async function save(): Promise<ApiFailure | undefined> {
    const outcome = await saveSection(api, rows, edits.peek());
    if (outcome.is === 'failed') return outcome.failure;
    if (outcome.is === 'conflict') {
      const now = textsOf(rows, outcome.view);
      conflicts.value = Object.fromEntries(outcome.conflicts.map((name) => [name, now[name] ?? '']));
      show(outcome.view, outcome.edits);
      return undefined;
    }
    show(outcome.view, afterSave(rows, outcome.sent, edits.peek(), outcome.view));
    saved.value = true;
    gatewayClock.refresh();
    healthPoller.readSoon();
    return undefined;
  }

  const submission = useSubmit(() => {
    conflicts.value = {};
    saved.value = false;
    return save();
  });
  const fieldError = useComputed(() => {
    const failure = submission.failure.value;
    return failure === undefined ? undefined : parseSettingError(failure.text, rows, edits.peek().typed);
  });
  const failure = useComputed(() => (fieldError.value === undefined ? submission.failure.value : undefined));
  return {
    ...submission,
    failure,
    view,
    typed: edits.value.typed,
    isChanged: changedFields(edits.value).length > 0,
    isFixed: (key) => isFixed(view, key),
    conflicts,
    saved,
    fieldError: fieldError.value,
    type(name, text) {
      saved.value = false;
      edits.value = { ...edits.peek(), typed: { ...edits.peek().typed, [name]: text } };
    },
  };
}
