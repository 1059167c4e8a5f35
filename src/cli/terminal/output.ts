import type { Command } from 'commander';
import { WaypostError } from '../../errors.js';

/** Prints what a command has to tell: `text` to people, `value` to programs. */
export function print(value: object, text: string, json?: true): void {
  process.stdout.write(json === true ? `${JSON.stringify(value)}\n` : text);
}

/** `--name`, …: all that a command takes. */
export const optionNames = (command: Command): readonly string[] =>
  command.options.flatMap(({ long }) => (typeof long === 'string' ? [long] : []));

/** What a command that changes something says when it was told nothing to change. */
export function nothingToChangeError(command: Command): WaypostError {
  const name = `${command.parent?.name() ?? ''} ${command.name()}`;
  return new WaypostError('validation_failed', `there is nothing to change: waypost ${name} --help lists the fields`);
}
