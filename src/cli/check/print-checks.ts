import type { CheckFinding } from './finding.js';

const EXIT_STATUS = { ok: 0, warning: 1, fault: 2 } as const;

/** Says each thing with its way out, or prints all of it as JSON; the exit status is the worst: 0, 1 or 2. */
export function printChecks(findings: readonly CheckFinding[], json?: boolean): void {
  const count = (state: CheckFinding['state']): number => findings.filter((line) => line.state === state).length;
  const status = count('fault') > 0 ? 'fault' : count('warning') > 0 ? 'warning' : 'ok';
  if (json) process.stdout.write(`${JSON.stringify({ status, checks: findings })}\n`);
  else {
    const texts = findings.map(
      ({ area, state, what, remedy }) => `${state}: ${area}: ${what}${remedy === null ? '' : `\n  → ${remedy}`}`,
    );
    const summary =
      status === 'ok' ? 'all is well' : `${count('fault')} faults, ${count('warning')} warnings: see above`;
    process.stdout.write([...texts, summary, ''].join('\n'));
  }
  process.exitCode = EXIT_STATUS[status];
}
