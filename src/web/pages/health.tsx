import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PortStatus } from '../../schema/port.js';
import type { HealthView } from '../api/health.js';
import { useEvery, useHearing, useSoon } from '../live/hearing.js';
import { useLoading } from '../loading.js';
import { useParts, useText } from '../parts.js';
import { isBound } from '../session/is-bound.js';
import { LoadNote } from '../shell/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { navigationText } from '../text/navigation.js';
import { ChannelsCard } from './health/channels-card.js';
import { ClockCard } from './health/clock-card.js';
import { DiskCard } from './health/disk-card.js';
import { GatewayCard } from './health/gateway-card.js';
import { readMemory } from './health/memory.js';
import { PortsCard } from './health/ports-card.js';
import { StatusCard } from './health/status-card.js';
import { StoreCard } from './health/store-card.js';
import { troublesOf } from './health/troubles.js';
import { WearCard } from './health/wear-card.js';

const AGAIN_MS = 15_000;
/** The figures of the whole gateway are not for users who see a part of it. */
const unknown = { ok: true, value: undefined } as const;

/** How the gateway is: whether something needs a person, and what. */
export function HealthPage(): JSX.Element {
  const { api, healthWatch, session } = useParts();
  const state = session.state.value;
  const seesAll = state.is === 'in' && !isBound(state.user);
  const ports = useLoading(() => api.get<{ ports: readonly PortStatus[] }>('/api/ports'), []);
  const memory = useLoading(async () => (seesAll ? readMemory(api) : unknown), [seesAll]);
  function again(): void {
    void healthWatch.read();
    ports.again();
    memory.again();
  }
  useEffect(() => {
    void healthWatch.read();
  }, []);
  const soon = useSoon(again);
  useHearing('port', soon);
  useHearing('message', soon);
  useEvery(AGAIN_MS, again);

  const answer = healthWatch.answer.value;
  const heard = ports.answer.value;
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('health')} />
      <LoadNote answer={answer} onRetry={again} />
      {heard?.ok === false ? <LoadNote answer={heard} onRetry={again} /> : null}
      {answer?.ok === true && heard !== undefined ? (
        <Cards
          health={answer.value}
          ports={heard.ok ? heard.value.ports : []}
          memoryBytes={memory.answer.value?.ok === true ? memory.answer.value.value : undefined}
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

/** What the user may not read is left out. */
function Cards({ health, ports, memoryBytes }: CardsProps): JSX.Element {
  const { status, version, store, disk, wear, outbox, clock, serial } = health;
  return (
    <>
      <StatusCard status={status} troubles={troublesOf(health, ports)} />
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
