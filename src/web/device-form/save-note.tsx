import type { JSX } from 'preact';
import { useText } from '../app-context.js';
import { FailureNote } from '../components/failure-note.js';
import { commonText } from '../text/common.js';
import type { FieldTexts } from './device-fields.js';
import { deviceFormText } from './device-form.text.js';
import type { DeviceForm } from './use-device-edits.js';

export type SaveNoteProps = {
  readonly form: Pick<DeviceForm, 'failure' | 'busy' | 'saved'> & {
    readonly conflicts: { readonly value: FieldTexts };
  };
  /** the label of a field */
  readonly labelOf: (name: string) => string;
};

/** The button that saves, what became of it, and what another user has saved meanwhile. */
export function SaveNote({ form: { failure, busy, saved, conflicts }, labelOf }: SaveNoteProps): JSX.Element {
  const t = useText(deviceFormText);
  const tCommon = useText(commonText);
  const changed = Object.entries(conflicts.value);
  return (
    <>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      {changed.length === 0 ? null : (
        <div class="notice" role="alert">
          <p>{t('changedMeanwhile')}</p>
          <ul>
            {changed.map(([name, value]) => (
              <li key={name}>{t('nowIs', { field: labelOf(name), value: value === '' ? t('empty') : value })}</li>
            ))}
          </ul>
          <p>{t('overwrite')}</p>
        </div>
      )}
      <div class="actions">
        <button type="submit" class="primary" disabled={busy.value}>
          {tCommon('save')}
        </button>
        <p role="status">{saved.value ? tCommon('saved') : ''}</p>
      </div>
    </>
  );
}
