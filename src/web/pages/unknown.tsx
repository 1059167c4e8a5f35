import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { UnknownDeviceView } from '../../schema/devices/unknown-device.js';
import type { ApiFailure } from '../api/client.js';
import { useInterval, useFeedEvent, useDebounced } from '../live/hooks.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { FailureNote } from '../components/failure-note.js';
import { LoadNote } from '../components/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import type { SortValues } from '../table/sorting.js';
import { TableHead } from '../table/table-head.js';
import { ascending, useSorting } from '../table/use-sorting.js';
import { navigationText } from '../text/navigation.js';
import { AdoptForm } from './unknown/adopt-form.js';
import { UnknownRow } from './unknown/unknown-row.js';
import { unknownText } from './unknown/unknown.text.js';

const POLL_MS = 10_000;

type AdoptedDevice = { readonly id: string; readonly count: number };

/** Devices that send reports but are not registered: the user adopts or forgets them. */
export function UnknownDevicesPage(): JSX.Element {
  const { api } = useApp();
  const t = useText(unknownText);
  const chosen = useSignal<string | undefined>(undefined);
  const adopted = useSignal<AdoptedDevice | undefined>(undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const { result, reload } = useFetch(
    () => api.get<{ unknownDevices: readonly UnknownDeviceView[] }>('/api/unknownDevices'),
    [],
  );
  const reloadSoon = useDebounced(reload);
  useFeedEvent('unknownDevice', reloadSoon);
  useFeedEvent('gap', reloadSoon);
  // Polled, because a new record of a listed device raises no event.
  useInterval(POLL_MS, reload);

  async function forget(id: string): Promise<void> {
    const done = await api.send('DELETE', `/api/unknownDevices/${encodeURIComponent(id)}`);
    failure.value = done.ok ? undefined : done;
    reload();
  }

  const found = result.value;
  const unknowns = found?.ok === true ? found.value.unknownDevices : [];
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('unknownDevices')} />
      <LoadNote result={found} onRetry={reload} />
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <p role="status">{adopted.value === undefined ? null : <AdoptedNote adopted={adopted.value} />}</p>
      {chosen.value === undefined ? null : (
        <AdoptForm
          key={chosen.value}
          id={chosen.value}
          onAdopted={(count) => {
            adopted.value = { id: chosen.value ?? '', count };
            chosen.value = undefined;
            reload();
          }}
          onCancel={() => {
            chosen.value = undefined;
          }}
        />
      )}
      {found?.ok === true && unknowns.length === 0 ? <StateNote title={t('empty')}>{t('emptyHint')}</StateNote> : null}
      {unknowns.length > 0 ? (
        <UnknownTable
          unknowns={unknowns}
          onAdopt={(id) => {
            chosen.value = id;
          }}
          onForget={(id) => void forget(id)}
        />
      ) : null}
    </div>
  );
}

type UnknownTableProps = {
  readonly unknowns: readonly UnknownDeviceView[];
  readonly onAdopt: (id: string) => void;
  readonly onForget: (id: string) => void;
};

const SORT_VALUES: SortValues<UnknownDeviceView> = {
  device: ({ id }) => id,
  source: ({ source }) => source.port ?? source.protocol,
  lastSeen: ({ lastHeard }) => Date.parse(lastHeard),
  since: ({ firstHeard }) => Date.parse(firstHeard),
  records: ({ records }) => records,
};

function UnknownTable({ unknowns, onAdopt, onForget }: UnknownTableProps): JSX.Element {
  const t = useText(unknownText);
  const { rows, ...sorting } = useSorting(unknowns, SORT_VALUES, ascending('device'));
  return (
    <table class="rows">
      <TableHead
        sorting={sorting}
        columns={[
          ...(['device', 'source', 'lastSeen', 'since', 'records'] as const).map((name) => ({ name, label: t(name) })),
          { name: 'position', label: t('position'), unsorted: true },
          { name: 'actions', label: '' },
        ]}
      />
      <tbody>
        {rows.map((unknown) => (
          <UnknownRow
            key={unknown.id}
            unknown={unknown}
            onAdopt={() => {
              onAdopt(unknown.id);
            }}
            onForget={() => {
              onForget(unknown.id);
            }}
          />
        ))}
      </tbody>
    </table>
  );
}

function AdoptedNote({ adopted: { id, count } }: { readonly adopted: AdoptedDevice }): JSX.Element {
  const t = useText(unknownText);
  return (
    <>
      {t('adopted', { id, count })} <a href={linkTo('/devices/:deviceId', { deviceId: id })}>{t('show')}</a>
    </>
  );
}
