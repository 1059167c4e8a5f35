import { formatNumber } from '../format/quantity.js';
import type { Language } from '../text/text.js';

const DAY_S = 86_400;
const MINUTE_S = 60;

const DATE = { day: 'numeric', month: 'short' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const SECONDS = { ...TIME, second: '2-digit' } as const;

export type TimeStyle = { readonly language: Language; readonly timeZone: string };

/** Times (s since 1970) as labels in a language and time zone; the first label of a day is its date. */
export function timeLabels(times: readonly number[], stepS: number, { language, timeZone }: TimeStyle): string[] {
  const locale = language === 'en' ? 'en-GB' : language;
  const date = new Intl.DateTimeFormat(locale, { ...DATE, timeZone });
  const time = new Intl.DateTimeFormat(locale, { ...(stepS < MINUTE_S ? SECONDS : TIME), timeZone });
  return times.map((at, index) => {
    const before = times[index - 1];
    const day = date.format(at * 1000);
    if (stepS >= DAY_S) return day;
    const isNewDay = before !== undefined && date.format(before * 1000) !== day;
    return isNewDay ? day : time.format(at * 1000);
  });
}

/** Values with their unit, with one decimal unless all are whole. */
export function valueLabels(values: readonly number[], unit: string, language: Language): string[] {
  const decimals = values.every(Number.isInteger) ? 0 : 1;
  return values.map((value) => `${formatNumber(value, language, decimals)} ${unit}`);
}
