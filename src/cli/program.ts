import { Command } from 'commander';
import { messageOf, WaypostError } from '../errors.js';
import { printable } from '../schema/printable-text.js';
import { packageVersion } from '../package.js';
import { explainIoError } from '../store/io-error.js';
import { unknownCommandError } from './options/suggest.js';
import { paintError, paintHeading } from './terminal/color.js';

/** The program with the commands that a command line may mean; a single one is the default command. */
export function createProgram(commands: readonly Command[]): Command {
  const program = new Command('waypost')
    .description('A gateway for serial GPS trackers, with a REST API and a dashboard.')
    .version(packageVersion())
    .enablePositionalOptions();
  for (const command of commands) program.addCommand(command, { isDefault: commands.length === 1 });
  return withErrors(program, program.name());
}

/** Gives `command` and those below it the same form of errors, and a `help` that knows which words are commands. */
function withErrors(command: Command, path: string): Command {
  for (const each of command.commands) withErrors(each, `${path} ${each.name()}`);
  if (command.commands.length > 0) command.helpCommand(false).addCommand(withErrors(helpCommand(command, path), path));
  return command
    .configureOutput({
      outputError: (text, write) => {
        write(errorLine(text, path));
      },
    })
    .configureHelp({ styleTitle: (title) => paintHeading(title) });
}

const helpCommand = (parent: Command, path: string): Command =>
  new Command('help')
    .description('show the help of a command')
    .argument('[command...]')
    .helpOption(false)
    .action((words: readonly string[]) => {
      let found = parent;
      for (const [index, word] of words.entries()) {
        const next = found.commands.find((command) => command.name() === word);
        if (next === undefined) {
          const names = found.commands.map((command) => command.name());
          throw unknownCommandError(word, [path, ...words.slice(0, index)].join(' '), names);
        }
        found = next;
      }
      found.help();
    });

/** One line that ends with where to find help: `waypost: unknown option '--grup' (did you mean --group?); help: waypost …` */
function errorLine(text: string, path: string): string {
  const [what = '', ...more] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  const hint = more.map((line) => line.replace(/^\(Did/, ' (did')).join('');
  return `${paintError('waypost:')} ${what}${hint}; help: ${path} --help\n`;
}

/** Expected errors print one line, and so do those of files; bugs print their stack. */
export function describeError(error: unknown): string {
  const isExpected = !(error instanceof Error) || error instanceof WaypostError;
  const text = isExpected ? undefined : (explainIoError(error) ?? error.stack);
  // The gateway quotes names in its messages.
  const shown = (text ?? messageOf(error)).split('\n').map(printable).join('\n');
  return `${paintError('waypost:')} ${shown}\n`;
}
