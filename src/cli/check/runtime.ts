import { ok, warning, type CheckFinding } from './finding.js';
import type { RulesComparison } from './time-zone-rules.js';

/** Time zone rules change a few times a year, announced only months ahead. */
const MAX_RULES_AGE_YEARS = 2;
/** Zones without rules that could change. */
const FIXED = /^(?:UTC|GMT|Etc\/.*)$/;

type Runtime = {
  readonly node: string;
  readonly tz: string | undefined;
  readonly timeZone: string;
  /** null: the system cannot be compared, so that only the age of the rules counts */
  readonly system: RulesComparison;
};

/** Checks Node.js and its time zone rules. `now`: ms since 1970. */
export function checkRuntime({ node, tz, timeZone, system }: Runtime, now: number): CheckFinding[] {
  return [ok('runtime', `Node.js ${node}`), checkRules({ node, tz, timeZone, system }, now)];
}

function checkRules({ tz, timeZone, system }: Runtime, now: number): CheckFinding {
  const known = `time zone rules ${tz ?? 'of unknown date'}, timeZone ${timeZone}`;
  if (FIXED.test(timeZone)) return ok('runtime', known);
  if (system !== null) {
    if (system.differAt === null) return ok('runtime', `${known}: the same rules as those of the system`);
    return warning(
      'runtime',
      `${known}: Node.js and the system (tzdata) differ from ${system.differAt} on`,
      'install a newer Node.js and a newer tzdata: where the rules are old, local midnight is an hour off',
    );
  }
  const rules = tz === undefined ? NaN : Number.parseInt(tz, 10);
  if (new Date(now).getUTCFullYear() - rules < MAX_RULES_AGE_YEARS) return ok('runtime', known);
  return warning(
    'runtime',
    known,
    'install tzdata, whose rules are then compared, or a newer Node.js: if the rules have changed since, local midnight is an hour off',
  );
}
