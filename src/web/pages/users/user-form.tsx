import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Group } from '../../../schema/devices/group.js';
import type { UserInput, UserView } from '../../../schema/accounts/user.js';
import type { Api, ApiResult } from '../../api/client.js';
import { useFetch } from '../../api/use-fetch.js';
import { useDeviceOptions } from '../../live/device-name.js';
import { useApp, useText } from '../../app-context.js';
import { useSubmit } from '../../api/use-submit.js';
import { FailureNote } from '../../components/failure-note.js';
import { commonText } from '../../text/common.js';
import { usersText } from './users.text.js';
import { InstantField } from '../../components/instant-field.js';
import { countryOfZone } from './country-of-zone.js';
import { VIEWER_TIME_ZONE } from '../../components/timestamp.js';
import { PrivilegeFields } from './privilege-fields.js';
import { SelectField } from './select-field.js';
import { readUserForm } from './read-user-form.js';

export type UserFormProps = {
  /** absent: a new user */
  readonly user?: UserView;
  readonly onSave: (input: UserInput) => Promise<ApiResult<unknown>>;
};

/** The form of a user account. */
export function UserForm({ user, onSave }: UserFormProps): JSX.Element {
  const { api, session, preferences } = useApp();
  const t = useText(usersText);
  const tCommon = useText(commonText);
  const saved = useSignal(false);
  const { busy, failure, onSubmit } = useSubmit(async (form) => {
    const result = await onSave(readUserForm(new FormData(form), user));
    saved.value = result.ok;
    return result.ok ? undefined : result;
  });
  const choices = useFetch(() => readChoices(api), [preferences.language.value]);
  const state = session.state.value;
  const result = choices.result.value;
  if (result?.ok === false) return <FailureNote failure={result} onRetry={choices.reload} />;
  if (result === undefined || state.is !== 'in') return <p role="status">{tCommon('loading')}</p>;
  return (
    <form class="card card-stack" onSubmit={onSubmit}>
      <AccountFields user={user} own={state.user} choices={result.value} />
      <PrivilegeFields granted={user?.privileges ?? []} own={state.user} />
      <label class="inline">
        <input type="checkbox" name="disabled" defaultChecked={user?.disabled === true} />
        {t('isDisabled')}
      </label>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      {saved.value ? <p role="status">{tCommon('saved')}</p> : null}
      <button type="submit" class="primary" disabled={busy.value}>
        {tCommon('save')}
      </button>
    </form>
  );
}

type Choices = {
  readonly countries: Readonly<Record<string, string>>;
  readonly timeZones: Readonly<Record<string, string>>;
  readonly groups: readonly Group[];
};

async function readChoices(api: Pick<Api, 'get'>): Promise<ApiResult<Choices>> {
  const [countries, timeZones, groups] = await Promise.all([
    api.get<Pick<Choices, 'countries'>>('/api/users/countries'),
    api.get<Pick<Choices, 'timeZones'>>('/api/users/timeZones'),
    api.get<Pick<Choices, 'groups'>>('/api/groups'),
  ]);
  if (!countries.ok) return countries;
  if (!timeZones.ok) return timeZones;
  return groups.ok ? { ok: true, value: { ...countries.value, ...timeZones.value, ...groups.value } } : groups;
}

type AccountFieldsProps = {
  readonly user: UserView | undefined;
  /** the user who fills in the form */
  readonly own: UserView;
  readonly choices: Choices;
};

function AccountFields({ user, own, choices }: AccountFieldsProps): JSX.Element {
  const t = useText(usersText);
  const devices = useDeviceOptions();
  return (
    <div class="fields wide-fields">
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
        value={user?.country ?? countryHere(own, choices)}
        options={Object.entries(choices.countries)}
      />
      <SelectField
        label={t('timeZone')}
        name="timeZone"
        value={user?.timeZone ?? own.timeZone}
        options={Object.entries(choices.timeZones)}
      />
      <SelectField
        label={t('group')}
        name="group"
        value={user?.group ?? ''}
        options={[['', t('anyGroup')], ...choices.groups.map(({ id, name }) => [id, name] as const)]}
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
  );
}

/** A new user probably lives in the time zone of the viewer. */
function countryHere(own: UserView, { countries }: Choices): string {
  const codes = Object.keys(countries);
  return countryOfZone(own.timeZone, codes) ?? countryOfZone(VIEWER_TIME_ZONE, codes) ?? own.country;
}
