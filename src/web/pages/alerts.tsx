import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Range } from '../api/range.js';
import { useParts, useText } from '../parts.js';
import { FailureNote } from '../shell/failure-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../shell/state-note.js';
import { commonText } from '../text/common.js';
import { navigationText } from '../text/navigation.js';
import { AlertTable } from './alerts/alert-table.js';
import { fits, type Filter } from './alerts/chosen.js';
import { Filters } from './alerts/filters.js';
import { useAlerts } from './alerts/use-alerts.js';
import { alertsText } from './alerts.text.js';
import { lastHours, RangePicker } from './device/range-picker.js';

const HOURS = 24;
const MOST_ROWS = 500;

/** The alerts of all devices in sight, the newest first. */
export function AlertsPage(): JSX.Element {
  const { live } = useParts();
  const sayCommon = useText(commonText);
  const title = useText(navigationText)('alerts');
  if (live.loaded.value) return <Log title={title} />;
  return (
    <div class="page">
      <PageHead title={title}>
        <p class="muted" role="status">
          {sayCommon('loading')}
        </p>
      </PageHead>
    </div>
  );
}

function Log({ title }: { readonly title: string }): JSX.Element {
  const { depotClock } = useParts();
  const say = useText(alertsText);
  const sayCommon = useText(commonText);
  const range = useSignal<Range>(lastHours(depotClock.now(), HOURS));
  const filter = useSignal<Filter>({ deviceId: '', name: '', told: 'any' });
  const { answer, again } = useAlerts(filter.value.deviceId, range.value);
  const all = answer?.ok === true ? answer.value.records : [];
  const found = all.filter((alert) => fits(alert, filter.value));
  const isCut = found.length > MOST_ROWS || (answer?.ok === true && answer.value.cut);
  return (
    <div class="page">
      <PageHead title={title}>
        <p class="muted" role="status">
          {answer === undefined ? sayCommon('loading') : say('count', { count: found.length })}
        </p>
      </PageHead>
      <RangePicker
        range={range.value}
        hours={HOURS}
        onChange={(chosen) => {
          range.value = chosen;
        }}
      />
      <Filters
        filter={filter.value}
        names={[...new Set(all.flatMap(({ alerts }) => alerts))]}
        onChange={(chosen) => {
          filter.value = chosen;
        }}
      />
      {answer?.ok === false ? <FailureNote failure={answer} onRetry={again} /> : null}
      {isCut ? <p class="notice">{say('cut')}</p> : null}
      {answer?.ok === true && all.length === 0 ? <StateNote title={say('empty')}>{say('emptyHint')}</StateNote> : null}
      {all.length > 0 && found.length === 0 ? <StateNote title={say('nothing')}>{say('nothingHint')}</StateNote> : null}
      {found.length > 0 ? <AlertTable alerts={found.slice(0, MOST_ROWS)} /> : null}
    </div>
  );
}
