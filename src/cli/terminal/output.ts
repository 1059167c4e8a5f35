import type { Command } from 'commander';
import { errnoOf, WaypostError } from '../../errors.js';
import { printableJson } from '../../schema/printable-text.js';

/** Calls `onClosed` when the reader of the output has ended, as `head` does; without it, Node prints a stack. */
export function onClosedPipe(onClosed: () => void, streams = [process.stdout, process.stderr]): void {
  for (const stream of streams) {
    stream.on('error', (error: unknown) => {
      if (errnoOf(error) !== 'EPIPE') throw error;
      onClosed();
    });
  }
}

/** Prints the result of a command: `text`, or `value` with `--json`. */
export function print(value: object, text: string, json?: true): void {
  process.stdout.write(json === true ? `${printableJson(value)}\n` : text);
}

/** `1 fault`, `2 faults` */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The long names of a command's options: `--name`, … */
export const optionNames = (command: Command): readonly string[] =>
  command.options.flatMap(({ long }) => (typeof long === 'string' ? [long] : []));

/** The error of a command that needs at least one field to change. */
export function nothingToChangeError(command: Command): WaypostError {
  const name = `${command.parent?.name() ?? ''} ${command.name()}`;
  return new WaypostError(
    'validation_failed',
    `nothing to change: give at least one field; waypost ${name} --help lists them`,
  );
}
