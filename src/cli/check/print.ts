import type { CheckLine } from './check-line.js';

const exits = { ok: 0, warning: 1, fault: 2 } as const;

/** Says each thing with its way out, or prints all of it as JSON; the exit status is the worst: 0, 1 or 2. */
export function printLines(lines: readonly CheckLine[], json?: boolean): void {
  const count = (state: CheckLine['state']): number => lines.filter((line) => line.state === state).length;
  const status = count('fault') > 0 ? 'fault' : count('warning') > 0 ? 'warning' : 'ok';
  if (json) process.stdout.write(`${JSON.stringify({ status, checks: lines })}\n`);
  else {
    const texts = lines.map(
      ({ area, state, what, remedy }) => `${state}: ${area}: ${what}${remedy === null ? '' : `\n  → ${remedy}`}`,
    );
    const sum = status === 'ok' ? 'all is well' : `${count('fault')} faults, ${count('warning')} warnings: see above`;
    process.stdout.write([...texts, sum, ''].join('\n'));
  }
  process.exitCode = exits[status];
}
