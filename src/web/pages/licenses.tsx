import type { JSX } from 'preact';
import type { Group } from '../../schema/group.js';
import type { Forecast, Licenses } from '../../schema/licenses.js';
import { useEvery, useHearing, useSoon } from '../live/hearing.js';
import { useLoading } from '../loading.js';
import { useParts, useText } from '../parts.js';
import { LoadNote } from '../shell/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { navigationText } from '../text/navigation.js';
import { CountCard } from './licenses/count-card.js';
import { ForecastCard } from './licenses/forecast-card.js';
import { TakersCard } from './licenses/takers-card.js';

/** A device expires without an event. */
const AGAIN_MS = 60_000;

/** The licences: how many there are, who has them, and what to do when none is left. */
export function LicensesPage(): JSX.Element {
  const { api } = useParts();
  const counts = useLoading(
    () => api.get<{ licenses: Licenses & { readonly forecast: Forecast } }>('/api/licenses'),
    [],
  );
  const groups = useLoading(() => api.get<{ groups: readonly Group[] }>('/api/groups'), []);
  function again(): void {
    counts.again();
    groups.again();
  }
  const soon = useSoon(again);
  useHearing('device', soon);
  useHearing('gap', soon);
  useEvery(AGAIN_MS, again);
  const found = counts.answer.value;
  const grouped = groups.answer.value;
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('licences')} />
      <LoadNote answer={found} onRetry={again} />
      {found?.ok === true ? (
        <>
          <CountCard licenses={found.value.licenses} />
          <div class="cards">
            {grouped?.ok === true ? <TakersCard groups={grouped.value.groups} /> : null}
            {grouped?.ok === false ? <LoadNote answer={grouped} onRetry={again} /> : null}
            <ForecastCard forecast={found.value.licenses.forecast} />
          </div>
        </>
      ) : null}
    </div>
  );
}
