import { ok, warning, type CheckFinding } from './finding.js';

/** Time zone rules change a few times a year, announced only months ahead. */
const MAX_RULES_AGE_YEARS = 2;

type Runtime = { readonly node: string; readonly tz: string | undefined; readonly timeZone: string };

/** Checks Node.js and the age of its time zone rules. `now`: ms since 1970. */
export function checkRuntime({ node, tz, timeZone }: Runtime, now: number): CheckFinding[] {
  const rules = tz === undefined ? NaN : Number.parseInt(tz, 10);
  const age = new Date(now).getUTCFullYear() - rules;
  const known = `time zone rules ${tz ?? 'of unknown date'}, timeZone ${timeZone}`;
  return [
    ok('runtime', `Node.js ${node}`),
    age < MAX_RULES_AGE_YEARS
      ? ok('runtime', known)
      : warning(
          'runtime',
          known,
          'install a newer Node.js: if the rules have changed since, local midnight is an hour off',
        ),
  ];
}
