import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { PRIVILEGES } from '../../../schema/accounts/privileges.js';
import type { Group } from '../../../schema/devices/group.js';
import type { UserInput, UserView } from '../../../schema/accounts/user.js';
import type { ApiResult } from '../../api/client.js';
import { useFetch } from '../../api/use-fetch.js';
import { useDeviceOptions } from '../../live/device-name.js';
import { useApp, useText } from '../../app-context.js';
import { hasPrivilege } from '../../session/has-privilege.js';
import { useSending } from '../../sending.js';
import { FailureNote } from '../../components/failure-note.js';
import { commonText } from '../../text/common.js';
import { usersText } from './users.text.js';
import { InstantField } from '../../components/instant-field.js';
import { SelectField } from './select-field.js';
import { readUserForm } from './read-user-form.js';

export type UserFormProps = {
  /** left out: a new one */
  readonly user?: UserView;
  readonly onSave: (input: UserInput) => Promise<ApiResult<unknown>>;
};

/** What one may say of a user. */
export function UserForm({ user, onSave }: UserFormProps): JSX.Element {
  const { api, session } = useApp();
  const t = useText(usersText);
  const tCommon = useText(commonText);
  const devices = useDeviceOptions();
  const saved = useSignal(false);
  const { busy, failure, onSubmit } = useSending(async (form) => {
    const result = await onSave(readUserForm(new FormData(form), user));
    saved.value = result.ok;
    return result.ok ? undefined : result;
  });
  const names = useFetch(async () => {
    const [countries, zones, groups] = await Promise.all([
      api.get<{ countries: Record<string, string> }>('/api/users/countries'),
      api.get<{ timeZones: Record<string, string> }>('/api/users/timeZones'),
      api.get<{ groups: Group[] }>('/api/groups'),
    ]);
    if (!countries.ok) return countries;
    if (!zones.ok) return zones;
    return groups.ok ? { ok: true, value: { ...countries.value, ...zones.value, ...groups.value } } : groups;
  }, []);
  const state = session.state.value;
  const known = names.result.value;
  if (known?.ok === false) return <FailureNote failure={known} onRetry={names.reload} />;
  if (known === undefined || state.is !== 'in') return <p role="status">{tCommon('loading')}</p>;
  // Nobody makes another more than he is himself.
  const own = state.user;
  const { countries, timeZones, groups } = known.value;

  return (
    <form class="card card-stack" onSubmit={onSubmit}>
      <div class="fields">
        <label>
          {t('name')}
          <input name="name" required maxLength={128} autocomplete="off" defaultValue={user?.name ?? ''} />
        </label>
        <label>
          {t('email')}
          <input name="email" type="email" required maxLength={254} defaultValue={user?.email ?? ''} />
        </label>
        <SelectField
          label={t('country')}
          name="country"
          value={user?.country ?? own.country}
          options={Object.entries(countries)}
        />
        <SelectField
          label={t('timeZone')}
          name="timeZone"
          value={user?.timeZone ?? own.timeZone}
          options={Object.entries(timeZones)}
        />
        <SelectField
          label={t('group')}
          name="group"
          value={user?.group ?? ''}
          options={[['', t('anyGroup')], ...groups.map(({ id, name }) => [id, name] as const)]}
        />
        <SelectField
          label={t('device')}
          name="deviceId"
          value={user?.deviceId ?? ''}
          options={[['', t('anyDevice')], ...devices]}
        />
        <InstantField name="from" label={t('from')} at={user?.from ?? null} />
        <InstantField name="expires" label={t('expires')} at={user?.expires ?? null} />
      </div>
      <fieldset class="plain-set">
        <legend>{t('privileges')}</legend>
        <p class="small muted">{t('privilegesHint')}</p>
        <div class="actions">
          {PRIVILEGES.map((one) => (
            <label key={one} class="inline" hidden={!hasPrivilege(own, one) && user?.privileges.includes(one) !== true}>
              <input
                type="checkbox"
                name="privileges"
                value={one}
                defaultChecked={user?.privileges.includes(one) === true}
              />
              {one}
            </label>
          ))}
        </div>
      </fieldset>
      <label class="inline">
        <input type="checkbox" name="disabled" defaultChecked={user?.disabled === true} />
        {t('disabled')}
      </label>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      {saved.value ? <p role="status">{tCommon('saved')}</p> : null}
      <button type="submit" class="primary" disabled={busy.value}>
        {tCommon('save')}
      </button>
    </form>
  );
}
