import type { JSX } from 'preact';
import type { Group } from '../../schema/devices/group.js';
import type { Forecast, Licenses } from '../../schema/devices/licenses.js';
import { useInterval, useFeedEvent, useDebounced } from '../live/hooks.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { LoadNote } from '../components/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { navigationText } from '../text/navigation.js';
import { CountCard } from './licenses/count-card.js';
import { ForecastCard } from './licenses/forecast-card.js';
import { LicenseUsageCard } from './licenses/license-usage-card.js';

/** Polled, because the expiry of a device raises no event. */
const POLL_MS = 60_000;

/** Licenses: the total, which groups use them, and what to do if none is left. */
export function LicensesPage(): JSX.Element {
  const { api } = useApp();
  const counts = useFetch(() => api.get<{ licenses: Licenses & { readonly forecast: Forecast } }>('/api/licenses'), []);
  const groups = useFetch(() => api.get<{ groups: readonly Group[] }>('/api/groups'), []);
  function reload(): void {
    counts.reload();
    groups.reload();
  }
  const reloadSoon = useDebounced(reload);
  useFeedEvent('device', reloadSoon);
  useFeedEvent('gap', reloadSoon);
  useInterval(POLL_MS, reload);
  const found = counts.result.value;
  const grouped = groups.result.value;
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('licenses')} />
      <LoadNote result={found} onRetry={reload} />
      {found?.ok === true ? (
        <>
          <CountCard licenses={found.value.licenses} />
          <div class="cards">
            {grouped?.ok === true ? <LicenseUsageCard groups={grouped.value.groups} /> : null}
            {grouped?.ok === false ? <LoadNote result={grouped} onRetry={reload} /> : null}
            <ForecastCard forecast={found.value.licenses.forecast} />
          </div>
        </>
      ) : null}
    </div>
  );
}
