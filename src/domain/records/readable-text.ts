import type { Report } from '../report.js';

/** Half of a surrogate pair: no text in Unicode has it. */
const HALF = /\p{Surrogate}/u;
const HALVES = /\p{Surrogate}/gu;
const NUL = '\0';
const REPLACEMENT = '\ufffd';

/**
 * The report with U+FFFD in the place of what many JSON readers and databases refuse in a text: half a character, and
 * U+0000. What trackers send is kept otherwise; few reports have any, and those are returned as they are.
 */
export function withReadableTexts(report: Report): Report {
  const { locations, alerts, telemetry } = report;
  if (!isUnreadable(locations) && !isUnreadable(alerts) && !isUnreadable(telemetry)) return report;
  return {
    ...report,
    locations: readable(locations),
    alerts: readable(alerts),
    ...(telemetry !== undefined && { telemetry: readable(telemetry) }),
  };
}

const isBadText = (text: string): boolean => HALF.test(text) || text.includes(NUL);

function isUnreadable(value: unknown): boolean {
  if (typeof value === 'string') return isBadText(value);
  if (typeof value !== 'object' || value === null) return false;
  // Not over a list of the values, which would take longer to make than to check.
  for (const key in value) {
    if (isBadText(key) || isUnreadable((value as Readonly<Record<string, unknown>>)[key])) return true;
  }
  return false;
}

const readableText = (text: string): string => text.replace(HALVES, REPLACEMENT).replaceAll(NUL, REPLACEMENT);

/** The value with readable texts. */
const readable = <T>(value: T): T => replaceTexts(value) as T;

function replaceTexts(value: unknown): unknown {
  if (typeof value === 'string') return readableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(replaceTexts);
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [readableText(key), replaceTexts(child)]));
}
