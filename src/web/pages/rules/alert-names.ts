import { KNOWN_ALERTS, LIMIT_ALERTS } from '../../../schema/records/alert-names.js';

const LISTED_ALERTS: ReadonlySet<string> = new Set([...KNOWN_ALERTS, ...LIMIT_ALERTS]);

/** The names that the form has no checkbox for. */
export const unlistedAlerts = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !LISTED_ALERTS.has(name));
