import type { JSX } from 'preact';
import { GRANTS, type Grant } from '../../../schema/accounts/privileges.js';
import type { UserView } from '../../../schema/accounts/user.js';
import { useText } from '../../app-context.js';
import { canGrant } from '../../session/has-privilege.js';
import { usersText } from './users.text.js';

export type PrivilegeFieldsProps = {
  /** what is granted already */
  readonly granted: readonly Grant[];
  /** the user whose privileges can be granted */
  readonly own: UserView;
};

/** Hides the privileges that `own` lacks, because users cannot grant more than they have. */
export function PrivilegeFields({ granted, own }: PrivilegeFieldsProps): JSX.Element {
  const t = useText(usersText);
  return (
    <fieldset class="plain-set">
      <legend>{t('privileges')}</legend>
      <p class="small muted">{t('privilegesHint')}</p>
      <div class="actions">
        {GRANTS.map((name) => (
          <label key={name} class="inline" hidden={!canGrant(own, name) && !granted.includes(name)}>
            <input type="checkbox" name="privileges" value={name} defaultChecked={granted.includes(name)} />
            {t(name)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
