import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { AccessKeyInput, AccessKeyView } from '../../../schema/accounts/access-key.js';
import type { UserView } from '../../../schema/accounts/user.js';
import type { ApiFailure } from '../../api/client.js';
import { addressOf } from '../../api/page-address.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp, useText } from '../../app-context.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { FailureNote } from '../../components/failure-note.js';
import { LoadNote } from '../../components/load-note.js';
import { Age, Timestamp } from '../../components/timestamp.js';
import { ToggleButton } from '../../components/toggle-button.js';
import { ShownOnce } from '../../shown-once/shown-once.js';
import { AccessKeyForm } from './access-key-form.js';
import { usersText } from './users.text.js';

type Created = { readonly accessKey: AccessKeyView; readonly key: string };

/** The named keys of a user's programs: each has rights and an end of its own, and is revoked alone. */
export function AccessKeysCard({ user }: { readonly user: UserView }): JSX.Element {
  const { api } = useApp();
  const t = useText(usersText);
  const path = `/api/users/${encodeURIComponent(user.id)}/keys`;
  const { result, reload } = useFetch(() => api.get<{ accessKeys: AccessKeyView[] }>(path), [path, user]);
  const open = useSignal(false);
  const created = useSignal<Created | undefined>(undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const keys = result.value?.ok === true ? result.value.value.accessKeys : [];

  async function create(input: AccessKeyInput): Promise<ApiFailure | undefined> {
    const made = await api.send<Created>('POST', path, input);
    if (!made.ok) return made;
    created.value = made.value;
    open.value = false;
    reload();
    return undefined;
  }
  async function revoke(id: string): Promise<void> {
    const response = await api.send('DELETE', `${path}/${encodeURIComponent(id)}`);
    failure.value = response.ok ? undefined : response;
    if (created.peek()?.accessKey.id === id) created.value = undefined;
    reload();
  }

  return (
    <section class="card card-stack" aria-labelledby="keys-title">
      <h2 id="keys-title">{t('accessKeys')}</h2>
      <p class="muted small">{t('accessKeysHint')}</p>
      {created.value === undefined ? null : <NewKey {...created.value} />}
      <LoadNote result={result.value} onRetry={reload} />
      {keys.length === 0 ? null : (
        <ul class="plain-list">
          {keys.map((key) => (
            <AccessKeyItem
              key={key.id}
              accessKey={key}
              onRevoke={() => {
                void revoke(key.id);
              }}
            />
          ))}
        </ul>
      )}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="actions">
        <ToggleButton label={t('newAccessKey')} open={open} />
      </div>
      {open.value ? <AccessKeyForm user={user} onSave={create} /> : null}
    </section>
  );
}

function NewKey({ accessKey, key }: Created): JSX.Element {
  const t = useText(usersText);
  const call = `curl -H "Authorization: Bearer ${key}" ${addressOf('/api/devices')}`;
  return (
    <>
      <ShownOnce hint={t('accessKeyOnce', { name: accessKey.name })} value={key} />
      <ShownOnce hint={t('accessKeyCall')} value={call} />
    </>
  );
}

type ItemProps = { readonly accessKey: AccessKeyView; readonly onRevoke: () => void };

function AccessKeyItem({ accessKey, onRevoke }: ItemProps): JSX.Element {
  const { gatewayClock } = useApp();
  const t = useText(usersText);
  const { name, privileges, expires, created, createdBy, lastUsed, address } = accessKey;
  const end = expires === null ? undefined : Date.parse(expires);
  return (
    <li>
      <span class="line">
        <strong class="breakable">{name}</strong>
        {end !== undefined && end <= gatewayClock.now() ? (
          <span class="badge badge-expired">{t('expired')}</span>
        ) : null}
      </span>
      <span class="small">
        {(privileges.length === 0 ? (['read'] as const) : privileges).map((one) => t(one)).join(', ')}
      </span>
      <span class="small muted">
        {end === undefined ? t('withoutEnd') : t('expires')} {end === undefined ? null : <Timestamp at={end} />}
      </span>
      <span class="small muted">
        {t('lastUsed')} <Age at={lastUsed === null ? undefined : Date.parse(lastUsed)} />
        {address === null ? '' : ` · ${address}`}
      </span>
      <span class="small muted">
        {t('createdBy', { name: createdBy.name })} · <Timestamp at={Date.parse(created)} />
      </span>
      <div class="actions">
        <ConfirmButton
          label={t('revokeAccessKey')}
          name={`${t('revokeAccessKey')}: ${name}`}
          question={t('confirmRevokeAccessKey', { name })}
          onConfirm={onRevoke}
        />
      </div>
    </li>
  );
}
