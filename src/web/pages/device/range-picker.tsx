import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Range } from '../../api/range.js';
import { fromLocalInput, toLocalInput } from '../../format/local-input.js';
import { useParts, useText } from '../../parts.js';
import { deviceText } from './device.text.js';

const HOUR_MS = 3_600_000;
const presets = [
  { hours: 1, text: 'lastHour' },
  { hours: 24, text: 'lastDay' },
  { hours: 168, text: 'lastWeek' },
] as const;

export const lastHours = (now: number, hours: number): Range => ({
  from: now - hours * HOUR_MS,
  to: now,
  goesOn: true,
});

export type RangePickerProps = {
  readonly range: Range;
  /** how many the range began with, as one of the buttons has them */
  readonly hours?: number;
  readonly onChange: (range: Range) => void;
};

/** From when to when, in the viewer's zone. */
export function RangePicker({ range, hours: first = 1, onChange }: RangePickerProps): JSX.Element {
  const { depotClock } = useParts();
  const say = useText(deviceText);
  const chosen = useSignal<number | undefined>(first);
  const isWrong = useSignal(false);

  function submit(form: HTMLFormElement): void {
    const data = new FormData(form);
    const [from, to] = ['from', 'to'].map((name) => {
      const text = data.get(name);
      return typeof text === 'string' ? fromLocalInput(text) : undefined;
    });
    isWrong.value = from === undefined || to === undefined || from >= to;
    if (from === undefined || to === undefined || isWrong.value) return;
    chosen.value = undefined;
    onChange({ from, to });
  }

  return (
    <div class="stack">
      <div class="choices" role="group" aria-label={say('range')}>
        {presets.map(({ hours, text }) => (
          <button
            key={hours}
            type="button"
            aria-pressed={chosen.value === hours}
            onClick={() => {
              chosen.value = hours;
              isWrong.value = false;
              onChange(lastHours(depotClock.now(), hours));
            }}
          >
            {say(text)}
          </button>
        ))}
      </div>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
      >
        <label>
          {say('from')}
          <input type="datetime-local" name="from" required value={toLocalInput(range.from)} />
        </label>
        <label>
          {say('to')}
          <input type="datetime-local" name="to" required value={toLocalInput(range.to)} />
        </label>
        <button type="submit">{say('show')}</button>
      </form>
      {isWrong.value ? (
        <p class="notice" role="alert">
          {say('badRange')}
        </p>
      ) : null}
    </div>
  );
}
