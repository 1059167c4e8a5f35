import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { DisplayInput, DisplayView } from '../../schema/accounts/display.js';
import type { Group } from '../../schema/devices/group.js';
import type { Api, ApiFailure, ApiResult } from '../api/client.js';
import { useFetch } from '../api/use-fetch.js';
import { addressOf } from '../api/page-address.js';
import { useApp, useText } from '../app-context.js';
import { FailureNote } from '../components/failure-note.js';
import { LocalAddressNote } from '../shown-once/local-address-note.js';
import { ShownOnce } from '../shown-once/shown-once.js';
import { linkTo } from '../routing/match.js';
import { navigationText } from '../text/navigation.js';
import { CollectionPage } from './collection-page.js';
import { DisplayForm } from './displays/display-form.js';
import { DisplayTable } from './displays/display-table.js';
import { displaysText } from './displays/displays.text.js';

type Created = { readonly display: DisplayView; readonly path: string };

/** The wall screens: a read-only sign-in for each, by a link that is shown once. */
export function DisplaysPage(): JSX.Element {
  const { api } = useApp();
  const t = useText(displaysText);
  const open = useSignal(false);
  const created = useSignal<Created | undefined>(undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const data = useFetch(() => readDisplays(api), []);

  async function create(input: DisplayInput): Promise<ApiResult<unknown>> {
    const response = await api.send<Created>('POST', '/api/displays', input);
    if (!response.ok) return response;
    created.value = response.value;
    open.value = false;
    data.reload();
    return response;
  }
  async function remove({ id }: DisplayView): Promise<void> {
    const response = await api.send('DELETE', `/api/displays/${encodeURIComponent(id)}`);
    failure.value = response.ok ? undefined : response;
    if (created.peek()?.display.id === id) created.value = undefined;
    data.reload();
  }

  return (
    <CollectionPage
      title={useText(navigationText)('displays')}
      data={data}
      create={{
        label: t('create'),
        open,
        form: ({ groups }) => <DisplayForm groups={groups} onSave={create} />,
      }}
      notes={() => (
        <>
          <p class="muted">
            {t('lead')} <a href={linkTo('/wall')}>{t('preview')}</a>
          </p>
          {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
          {created.value === undefined ? null : <NewLink {...created.value} />}
        </>
      )}
      emptyNote={({ displays }) => (displays.length > 0 ? undefined : { title: t('empty'), hint: t('emptyHint') })}
      list={({ displays, groups }) => (
        <DisplayTable displays={displays} groups={groups} onRemove={(display) => void remove(display)} />
      )}
    />
  );
}

function NewLink({ display, path }: Created): JSX.Element {
  const t = useText(displaysText);
  return (
    <section class="card card-stack" aria-label={t('linkOf', { name: display.name })}>
      <h2>{t('linkOf', { name: display.name })}</h2>
      <ShownOnce hint={t('linkOnce')} value={addressOf(path)} qr={t('linkCode', { name: display.name })} />
      <LocalAddressNote />
    </section>
  );
}

type DisplaysData = { readonly displays: readonly DisplayView[]; readonly groups: readonly Group[] };

async function readDisplays(api: Pick<Api, 'get'>): Promise<ApiResult<DisplaysData>> {
  const [displays, groups] = await Promise.all([
    api.get<Pick<DisplaysData, 'displays'>>('/api/displays'),
    api.get<Pick<DisplaysData, 'groups'>>('/api/groups'),
  ]);
  if (!displays.ok) return displays;
  return groups.ok ? { ok: true, value: { ...displays.value, ...groups.value } } : groups;
}
