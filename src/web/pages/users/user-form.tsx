import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Group } from '../../../schema/group.js';
import type { UserInput, UserView } from '../../../schema/user.js';
import type { Answer } from '../../api/client.js';
import { useLoading } from '../../loading.js';
import { useDeviceOptions } from '../../live/device-name.js';
import { useParts, useText } from '../../parts.js';
import { may } from '../../session/may.js';
import { useSending } from '../../sending.js';
import { FailureNote } from '../../shell/failure-note.js';
import { commonText } from '../../text/common.js';
import { usersText } from '../users.text.js';
import { InstantField } from '../../shell/instant-field.js';
import { Select } from './select.js';
import { privileges, userOf } from './user-of.js';

export type UserFormProps = {
  /** left out: a new one */
  readonly user?: UserView;
  readonly onSave: (input: UserInput) => Promise<Answer<unknown>>;
};

/** What one may say of a user. */
export function UserForm({ user, onSave }: UserFormProps): JSX.Element {
  const { api, session } = useParts();
  const say = useText(usersText);
  const sayCommon = useText(commonText);
  const devices = useDeviceOptions();
  const saved = useSignal(false);
  const { busy, failure, onSubmit } = useSending(async (form) => {
    const answer = await onSave(userOf(new FormData(form), user));
    saved.value = answer.ok;
    return answer.ok ? undefined : answer;
  });
  const names = useLoading(async () => {
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
  const known = names.answer.value;
  if (known?.ok === false) return <FailureNote failure={known} onRetry={names.again} />;
  if (known === undefined || state.is !== 'in') return <p role="status">{sayCommon('loading')}</p>;
  // Nobody makes another more than he is himself.
  const own = state.user;
  const { countries, timeZones, groups } = known.value;

  return (
    <form class="card card-stack" onSubmit={onSubmit}>
      <div class="fields">
        <label>
          {say('name')}
          <input name="name" required maxLength={128} autocomplete="off" defaultValue={user?.name ?? ''} />
        </label>
        <label>
          {say('email')}
          <input name="email" type="email" required maxLength={254} defaultValue={user?.email ?? ''} />
        </label>
        <Select
          label={say('country')}
          name="country"
          value={user?.country ?? own.country}
          options={Object.entries(countries)}
        />
        <Select
          label={say('timeZone')}
          name="timeZone"
          value={user?.timeZone ?? own.timeZone}
          options={Object.entries(timeZones)}
        />
        <Select
          label={say('group')}
          name="group"
          value={user?.group ?? ''}
          options={[['', say('anyGroup')], ...groups.map(({ id, name }) => [id, name] as const)]}
        />
        <Select
          label={say('device')}
          name="deviceId"
          value={user?.deviceId ?? ''}
          options={[['', say('anyDevice')], ...devices]}
        />
        <InstantField name="from" label={say('from')} at={user?.from ?? null} />
        <InstantField name="expires" label={say('expires')} at={user?.expires ?? null} />
      </div>
      <fieldset class="plain-set">
        <legend>{say('privileges')}</legend>
        <p class="small muted">{say('privilegesHint')}</p>
        <div class="actions">
          {privileges.map((one) => (
            <label key={one} class="inline" hidden={!may(own, one) && user?.privileges.includes(one) !== true}>
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
        {say('disabled')}
      </label>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      {saved.value ? <p role="status">{sayCommon('saved')}</p> : null}
      <button type="submit" class="primary" disabled={busy.value}>
        {sayCommon('save')}
      </button>
    </form>
  );
}
