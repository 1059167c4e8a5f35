import type { Language } from '../text/text.js';

export type DisplayZones = { readonly viewer: string; readonly gateway: string | undefined };

/** A time in the viewer's zone, and in the depot's zone if the two differ at that time. */
export function formatTimestamp(
  at: number,
  language: Language,
  { viewer, gateway }: DisplayZones,
): { readonly text: string; readonly gateway: string | undefined } {
  const viewerText = formatInZone(at, language, viewer) ?? new Date(at).toISOString();
  const gatewayText = gateway === undefined ? undefined : formatInZone(at, language, gateway);
  return { text: viewerText, gateway: gatewayText === viewerText ? undefined : gatewayText };
}

const FORMAT_OPTIONS = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** Cached: creating a formatter is slow. Undefined for a zone that the browser does not know. */
function formatInZone(at: number, language: Language, timeZone: string): string | undefined {
  const key = `${language} ${timeZone}`;
  if (!formats.has(key)) formats.set(key, createFormat(language, timeZone));
  return formats.get(key)?.format(at);
}

function createFormat(language: Language, timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...FORMAT_OPTIONS, timeZone });
  } catch {
    return undefined;
  }
}
