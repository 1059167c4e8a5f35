import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PortStatus } from '../../schema/ports/port.js';
import type { HealthView } from '../api/health.js';
import { useInterval, useFeedEvent, useDebounced } from '../live/hooks.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
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

/** The state of the gateway, and what needs attention. */
export function HealthPage(): JSX.Element {
  const { api, healthPoller } = useApp();
  const ports = useFetch(() => api.get<{ ports: readonly PortStatus[] }>('/api/ports'), []);
  function reload(): void {
    void healthPoller.read();
    ports.reload();
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
        <Cards health={result.value} ports={portsResult.ok ? portsResult.value.ports : []} />
      ) : null}
    </div>
  );
}

type CardsProps = {
  readonly health: HealthView;
  readonly ports: readonly PortStatus[];
};

/** The API omits the parts that the user may not read. */
function Cards({ health, ports }: CardsProps): JSX.Element {
  const { status, version, store, disk, memory, wear, outbox, clock, serial } = health;
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
        <GatewayCard version={version} upSeconds={clock?.upSeconds} memoryBytes={memory?.residentBytes} />
      </div>
    </>
  );
}
