import { useApp, useText } from '../../app-context.js';
import { formatPart } from './history-format.js';
import { historyText } from './history.text.js';
import type { Playback } from './playback.js';

export type Times = {
  /** hour and minute, with the day if the range is longer than one */
  readonly short: (at: number) => string;
  /** with seconds */
  readonly exact: (at: number) => string;
  /** a span of time; open: it reaches over the edge of the range */
  readonly span: (span: {
    readonly from: number;
    readonly to: number;
    readonly openStart: boolean;
    readonly openEnd: boolean;
  }) => string;
};

/** Writes times of a range, in the language of the page and the zone of the depot. */
export function useTimes({ timeZone, isLong }: Pick<Playback, 'timeZone' | 'isLong'>): Times {
  const language = useApp().preferences.language.value;
  const t = useText(historyText);
  const day = (at: number): string => formatPart('day', at, language, timeZone);
  const time = (at: number): string => formatPart('time', at, language, timeZone);
  const withDay = (at: number, text: string): string => (isLong ? `${day(at)}, ${text}` : text);
  const short = (at: number): string => withDay(at, time(at));
  return {
    short,
    exact: (at) => withDay(at, formatPart('seconds', at, language, timeZone)),
    span({ from, to, openStart, openEnd }) {
      if (openStart && openEnd) return t('always');
      if (openStart) return t('until', { to: short(to) });
      if (openEnd) return t('since', { from: short(from) });
      return t('fromTo', { from: short(from), to: day(from) === day(to) ? time(to) : short(to) });
    },
  };
}
