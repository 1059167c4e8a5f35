import { KNOWN_ALERTS, LIMIT_ALERTS } from '../../../schema/records/alert-names.js';

const LISTED_ALERTS: ReadonlySet<string> = new Set([...KNOWN_ALERTS, ...LIMIT_ALERTS]);

/** Names for which there is nothing to tick. */
export const unlistedAlerts = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !LISTED_ALERTS.has(name));
