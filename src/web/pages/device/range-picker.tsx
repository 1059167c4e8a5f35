import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { TimeRange } from '../../api/time-range.js';
import { DateTimeInput } from '../../components/date-time-input.js';
import { fromLocalInput, toLocalInput } from '../../format/local-input.js';
import { useApp, useText } from '../../app-context.js';
import { DayChoice } from '../history/day-choice.js';
import { deviceText } from './device.text.js';

const HOUR_MS = 3_600_000;
const PRESETS = [
  { hours: 1, text: 'lastHour' },
  { hours: 24, text: 'lastDay' },
  { hours: 168, text: 'lastWeek' },
] as const;

export const lastHours = (now: number, hours: number): TimeRange => ({
  from: now - hours * HOUR_MS,
  to: now,
  isOpenEnded: true,
});

export type RangePickerProps = {
  readonly range: TimeRange;
  /** the preset that is pressed at first */
  readonly hours?: number;
  /** with the days of the depot */
  readonly days?: boolean;
  readonly onChange: (range: TimeRange) => void;
};

/** Chooses a start and an end, in the viewer's time zone. */
export function RangePicker({ range, hours: initialHours = 1, days = false, onChange }: RangePickerProps): JSX.Element {
  const { gatewayClock } = useApp();
  const t = useText(deviceText);
  const chosen = useSignal<number | undefined>(initialHours);
  const isInvalid = useSignal(false);

  function submit(form: HTMLFormElement): void {
    const data = new FormData(form);
    const [from, to] = ['from', 'to'].map((name) => {
      const text = data.get(name);
      return typeof text === 'string' ? fromLocalInput(text) : undefined;
    });
    isInvalid.value = from === undefined || to === undefined || from >= to;
    if (from === undefined || to === undefined || isInvalid.value) return;
    chosen.value = undefined;
    onChange({ from, to });
  }

  return (
    <div class="stack">
      <div class="choices" role="group" aria-label={t('range')}>
        {PRESETS.map(({ hours, text }) => (
          <button
            key={hours}
            type="button"
            aria-pressed={chosen.value === hours}
            onClick={() => {
              chosen.value = hours;
              isInvalid.value = false;
              onChange(lastHours(gatewayClock.now(), hours));
            }}
          >
            {t(text)}
          </button>
        ))}
        {days ? (
          <DayChoice
            range={range}
            onChange={(day) => {
              chosen.value = undefined;
              isInvalid.value = false;
              onChange(day);
            }}
          />
        ) : null}
      </div>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
      >
        <label>
          {t('from')}
          <DateTimeInput name="from" required value={toLocalInput(range.from)} />
        </label>
        <label>
          {t('to')}
          <DateTimeInput name="to" required value={toLocalInput(range.to)} />
        </label>
        <button type="submit">{t('show')}</button>
      </form>
      {isInvalid.value ? (
        <p class="notice" role="alert">
          {t('invalidRange')}
        </p>
      ) : null}
    </div>
  );
}
