import type { JSX } from 'preact';
import type { AccessKeyInput } from '../../../schema/accounts/access-key.js';
import { GRANTS } from '../../../schema/accounts/privileges.js';
import type { UserView } from '../../../schema/accounts/user.js';
import type { ApiFailure } from '../../api/client.js';
import { useSubmit } from '../../api/use-submit.js';
import { useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { InstantField } from '../../components/instant-field.js';
import { readText } from '../../format/form-text.js';
import { parseInstant } from '../../format/local-input.js';
import { PrivilegeFields } from './privilege-fields.js';
import { usersText } from './users.text.js';

export type AccessKeyFormProps = {
  /** the user of the key: it cannot have more rights */
  readonly user: UserView;
  readonly onSave: (input: AccessKeyInput) => Promise<ApiFailure | undefined>;
};

/** The form of a new access key. */
export function AccessKeyForm({ user, onSave }: AccessKeyFormProps): JSX.Element {
  const t = useText(usersText);
  const { busy, failure, onSubmit } = useSubmit((form) => {
    const data = new FormData(form);
    return onSave({
      name: readText(data, 'name'),
      privileges: GRANTS.filter((name) => data.getAll('privileges').includes(name)),
      expires: parseInstant(readText(data, 'expires'), null),
    });
  });
  return (
    <form class="card-stack" aria-label={t('newAccessKey')} onSubmit={onSubmit}>
      <label>
        {t('name')}
        <input name="name" required maxLength={64} autocomplete="off" placeholder={t('accessKeyExample')} />
      </label>
      <PrivilegeFields granted={[]} own={user} />
      <InstantField name="expires" label={t('expires')} at={null} />
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <button type="submit" class="primary" disabled={busy.value}>
        {t('createAccessKey')}
      </button>
    </form>
  );
}
