import type { Language } from '../text/text.js';

export type Zones = { readonly viewer: string; readonly depot: string | undefined };

/** An instant for a reader: by his own zone, and by the depot's where the two differ at that instant. */
export function instantText(
  at: number,
  language: Language,
  { viewer, depot }: Zones,
): { readonly text: string; readonly depot: string | undefined } {
  const own = format(at, language, viewer) ?? new Date(at).toISOString();
  const there = depot === undefined ? undefined : format(at, language, depot);
  return { text: own, depot: there === own ? undefined : there };
}

const shape = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** Making a format takes far longer than using it. Undefined in a zone that the browser does not know. */
function format(at: number, language: Language, timeZone: string): string | undefined {
  const key = `${language} ${timeZone}`;
  if (!formats.has(key)) formats.set(key, formatIn(language, timeZone));
  return formats.get(key)?.format(at);
}

function formatIn(language: Language, timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...shape, timeZone });
  } catch {
    return undefined;
  }
}
