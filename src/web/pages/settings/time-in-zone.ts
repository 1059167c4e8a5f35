import type { Language } from '../../text/text.js';

/** Day and time in a time zone, such as `Monday 21:04`; undefined: there is no such zone. */
export function timeInZone(at: number, timeZone: string, language: Language): string | undefined {
  try {
    return new Intl.DateTimeFormat(language, {
      timeZone: timeZone.trim(),
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(at);
  } catch {
    return undefined;
  }
}
