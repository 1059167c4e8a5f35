import type { JSX } from 'preact';
import type { DisplayInput } from '../../../schema/accounts/display.js';
import type { Group } from '../../../schema/devices/group.js';
import type { ApiResult } from '../../api/client.js';
import { useSubmit } from '../../api/use-submit.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { readText } from '../../format/form-text.js';
import { isRestricted } from '../../session/is-restricted.js';
import { SelectField } from '../users/select-field.js';
import { displaysText } from './displays.text.js';

export type DisplayFormProps = {
  readonly groups: readonly Group[];
  readonly onSave: (input: DisplayInput) => Promise<ApiResult<unknown>>;
};

/** The form of a new wall screen. */
export function DisplayForm({ groups, onSave }: DisplayFormProps): JSX.Element {
  const { session } = useApp();
  const t = useText(displaysText);
  const state = session.state.value;
  // What a restricted user sees is what the display shows.
  const isChoice = state.is === 'in' && !isRestricted(state.user);
  const { busy, failure, onSubmit } = useSubmit(async (form) => {
    const data = new FormData(form);
    const group = readText(data, 'group');
    const result = await onSave({ name: readText(data, 'name'), ...(group !== '' && { group }) });
    return result.ok ? undefined : result;
  });
  return (
    <form class="card card-stack" onSubmit={onSubmit}>
      <div class="fields">
        <label>
          {t('name')}
          <input name="name" required maxLength={128} autocomplete="off" placeholder={t('namePlaceholder')} />
        </label>
        {isChoice ? (
          <SelectField
            label={t('shows')}
            name="group"
            value=""
            options={[['', t('all')], ...groups.map(({ id, name }) => [id, name] as const)]}
          />
        ) : null}
      </div>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <button type="submit" class="primary" disabled={busy.value}>
        {t('createLink')}
      </button>
    </form>
  );
}
