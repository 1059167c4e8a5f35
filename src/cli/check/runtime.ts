import { ok, warning, type CheckFinding } from './finding.js';

/** Rules change a few times a year; a country tells of it months ahead, if at all. */
const MAX_RULES_AGE_YEARS = 2;

type Runtime = { readonly node: string; readonly tz: string | undefined; readonly timeZone: string };

/** Node and what it knows of time zones, as of `now`, ms since 1970. */
export function checkRuntime({ node, tz, timeZone }: Runtime, now: number): CheckFinding[] {
  const rules = tz === undefined ? NaN : Number.parseInt(tz, 10);
  const age = new Date(now).getUTCFullYear() - rules;
  const known = `time zones as of ${tz ?? 'nobody knows when'}, here ${timeZone}`;
  return [
    ok('runtime', `Node ${node}`),
    age < MAX_RULES_AGE_YEARS
      ? ok('runtime', known)
      : warning('runtime', known, 'install a newer Node: midnight may come an hour early or late where rules changed'),
  ];
}
