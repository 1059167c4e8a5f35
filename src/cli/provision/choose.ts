import { createInterface } from 'node:readline/promises';
import type { PortStatus } from '../../schema/ports/port.js';
import type { Template } from '../../schema/provisioning/template.js';
import { WaypostError } from '../../errors.js';

export type ProvisioningChoice = { readonly template: string; readonly ports: readonly string[] };

export const NO_TEMPLATE =
  'no template exists yet: create one with waypost provision templates --add FILE, then name it with --template';

/** Asks at the terminal for the template and the ports. */
export async function choose(
  templates: readonly Template[],
  ports: readonly PortStatus[],
): Promise<ProvisioningChoice> {
  if (templates.length === 0) {
    throw new WaypostError('not_found', NO_TEMPLATE);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    process.stdout.write(
      `${templates.map(({ name, protocol }, n) => `  ${n + 1}  ${name} (${protocol})`).join('\n')}\n`,
    );
    const template = templates[Number(await terminal.question('Which template? ')) - 1];
    if (template === undefined)
      throw new WaypostError('validation_failed', `expected a number from 1 to ${templates.length}`);
    const fitting = portsFor(template, ports);
    process.stdout.write(
      `${fitting.map(({ path, state, protocol }) => `  ${path}  ${state}, ${protocol}`).join('\n')}\n`,
    );
    const answer = await terminal.question('All of these ports? Waypost will write to them. [y/N, or a path] ');
    if (/^y(es)?$/i.test(answer.trim())) return { template: template.id, ports: fitting.map(({ path }) => path) };
    const chosen = fitting.filter(({ path }) => path === answer.trim());
    if (chosen.length === 0) throw new WaypostError('validation_failed', 'nothing was written: no port was chosen');
    return { template: template.id, ports: chosen.map(({ path }) => path) };
  } finally {
    terminal.close();
  }
}

/** Ports for the trackers of a template: configured for its protocol, or with automatic detection. */
export const portsFor = (
  { protocol }: Pick<Template, 'protocol'>,
  ports: readonly PortStatus[],
): readonly PortStatus[] =>
  ports.filter((port) => port.listener === undefined && (port.protocol === protocol || port.protocol === 'auto'));
