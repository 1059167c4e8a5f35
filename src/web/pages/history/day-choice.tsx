import type { JSX } from 'preact';
import { localDate } from '../../../domain/clock/local-date.js';
import type { TimeRange } from '../../api/time-range.js';
import { useApp, useText } from '../../app-context.js';
import { Icon } from '../../components/icon.js';
import { formatDate } from './history-format.js';
import { historyText } from './history.text.js';
import { dayRange, dayUntil, shiftDate } from './local-day.js';
import { useDepotZone } from './use-depot-zone.js';

export type DayChoiceProps = {
  readonly range: TimeRange;
  readonly onChange: (range: TimeRange) => void;
};

/** Chooses a day of the depot: today, yesterday, or the one before or after that of the range. */
export function DayChoice({ range, onChange }: DayChoiceProps): JSX.Element {
  const { gatewayClock, preferences } = useApp();
  const t = useText(historyText);
  const timeZone = useDepotZone();
  const shown = localDate(range.to, timeZone);
  // Read again on a click: the page may be open over midnight.
  const dateOf = (days: number): string => shiftDate(localDate(gatewayClock.now(), timeZone), days);
  const today = dateOf(0);
  const isDay = range.from === dayRange(shown, timeZone).from;
  const choose = (date: string): void => {
    onChange(dayUntil(gatewayClock.now(), date, timeZone));
  };
  const presets = [
    [t('today'), 0],
    [t('yesterday'), -1],
  ] as const;
  return (
    <>
      {presets.map(([name, days]) => (
        <button
          key={name}
          type="button"
          aria-pressed={isDay && shown === dateOf(days)}
          onClick={() => {
            choose(dateOf(days));
          }}
        >
          {name}
        </button>
      ))}
      <span class="day-steps">
        <button
          type="button"
          class="icon-only"
          aria-label={t('dayBefore')}
          onClick={() => {
            choose(shiftDate(shown, -1));
          }}
        >
          <Icon name="back" />
        </button>
        {isDay ? <span role="status">{formatDate(shown, preferences.language.value)}</span> : null}
        <button
          type="button"
          class="icon-only"
          aria-label={t('dayAfter')}
          disabled={shown >= today}
          onClick={() => {
            choose(shiftDate(shown, 1));
          }}
        >
          <Icon name="forward" />
        </button>
      </span>
    </>
  );
}
