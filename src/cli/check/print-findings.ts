import { paintWord } from '../terminal/color.js';
import type { Finding } from '../../store/check/check.js';

type CheckedChannel = { readonly findings: readonly Finding[] };

/** Prints the findings and `summary`, or all of it as JSON; sets the exit status. */
export function printFindings(checked: CheckedChannel, summary: string, json?: boolean): void {
  const lines = checked.findings.map(
    ({ file, what, weight, remedy }) => `${paintWord(weight)}: ${file}: ${what}\n  → ${remedy}`,
  );
  process.stdout.write(json ? `${JSON.stringify(checked)}\n` : [...lines, summary, ''].join('\n'));
  if (checked.findings.some(({ weight }) => weight !== 'note')) process.exitCode = 1;
}
