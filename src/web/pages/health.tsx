import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PortStatus } from '../../schema/ports/port.js';
import type { Api, ApiResult } from '../api/client.js';
import type { HealthView } from '../api/health.js';
import { useInterval, useFeedEvent, useDebounced } from '../live/hooks.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { isRestricted } from '../session/is-restricted.js';
import { LoadNote } from '../components/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { navigationText } from '../text/navigation.js';
import { ChannelsCard } from './health/channels-card.js';
import { ClockCard } from './health/clock-card.js';
import { DiskCard } from './health/disk-card.js';
import { GatewayCard } from './health/gateway-card.js';
import { PortsCard } from './health/ports-card.js';
import { StatusCard } from './health/status-card.js';
import { StoreCard } from './health/store-card.js';
import { findProblems } from './health/problems.js';
import { WearCard } from './health/wear-card.js';

const POLL_MS = 15_000;
/** Restricted users may not read the figures of the whole gateway. */
const NOT_AVAILABLE = { ok: true, value: undefined } as const;

/** The state of the gateway, and what needs attention. */
export function HealthPage(): JSX.Element {
  const { api, healthPoller, session } = useApp();
  const state = session.state.value;
  const isUnrestricted = state.is === 'in' && !isRestricted(state.user);
  const ports = useFetch(() => api.get<{ ports: readonly PortStatus[] }>('/api/ports'), []);
  const memory = useFetch(async () => (isUnrestricted ? readMemory(api) : NOT_AVAILABLE), [isUnrestricted]);
  function reload(): void {
    void healthPoller.read();
    ports.reload();
    memory.reload();
  }
  useEffect(() => {
    void healthPoller.read();
  }, []);
  const reloadSoon = useDebounced(reload);
  useFeedEvent('port', reloadSoon);
  useFeedEvent('message', reloadSoon);
  useInterval(POLL_MS, reload);

  const result = healthPoller.result.value;
  const portsResult = ports.result.value;
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('health')} />
      <LoadNote result={result} onRetry={reload} />
      {portsResult?.ok === false ? <LoadNote result={portsResult} onRetry={reload} /> : null}
      {result?.ok === true && portsResult !== undefined ? (
        <Cards
          health={result.value}
          ports={portsResult.ok ? portsResult.value.ports : []}
          memoryBytes={memory.result.value?.ok === true ? memory.result.value.value : undefined}
        />
      ) : null}
    </div>
  );
}

type CardsProps = {
  readonly health: HealthView;
  readonly ports: readonly PortStatus[];
  readonly memoryBytes: number | undefined;
};

/** The API omits the parts that the user may not read. */
function Cards({ health, ports, memoryBytes }: CardsProps): JSX.Element {
  const { status, version, store, disk, wear, outbox, clock, serial } = health;
  return (
    <>
      <StatusCard status={status} problems={findProblems(health, ports)} />
      <div class="cards">
        {clock === undefined ? null : <ClockCard clock={clock} />}
        <PortsCard ports={ports} />
        {outbox === undefined ? null : <ChannelsCard outbox={outbox} />}
        {disk === undefined ? null : <DiskCard disk={disk} />}
        {store === undefined ? null : <StoreCard store={store} unknownDevices={serial?.unknownDevices} />}
        {wear === undefined ? null : <WearCard wear={wear} />}
        <GatewayCard version={version} upSeconds={clock?.upSeconds} memoryBytes={memoryBytes} />
      </div>
    </>
  );
}

/** Reads the gateway's resident memory (bytes) from its metrics. */
async function readMemory(api: Pick<Api, 'file'>): Promise<ApiResult<number | undefined>> {
  const result = await api.file('/metrics');
  if (!result.ok) return result;
  const value = /^process_resident_memory_bytes (\S+)/m.exec(await result.value.blob.text())?.[1];
  return { ok: true, value: value === undefined ? undefined : Number(value) };
}
