import type { Argument, Command, Option } from 'commander';

/** What a shell or a manual has to know of a command, read from the command itself. */
export type CommandModel = {
  /** `waypost device list` */
  readonly path: string;
  readonly description: string;
  readonly options: readonly OptionModel[];
  readonly values: readonly ValueModel[];
  readonly subcommands: readonly CommandModel[];
};

export type OptionModel = {
  /** `--json` */
  readonly name: string;
  readonly description: string;
  /** undefined: a switch */
  readonly value: ValueModel | undefined;
};

/** What may stand in the place of an argument or of the value of an option. */
export type ValueModel = {
  readonly choices: readonly string[];
  readonly kind: 'file' | 'folder' | 'text';
};

export function modelOf(command: Command, parentPath = '', siblings: readonly string[] = []): CommandModel {
  const path = `${parentPath} ${command.name()}`.trim();
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command);
  const names = subcommands.map((each) => each.name());
  return {
    path,
    description: command.description(),
    options: help.visibleOptions(command).map(optionModel),
    values:
      command.name() === 'help'
        ? [{ choices: siblings, kind: 'text' }]
        : command.registeredArguments.map((argument) => valueModel(argument, argument.name())),
    subcommands: subcommands.map((each) => modelOf(each, path, names)),
  };
}

/** The command and all below it. */
export const withSubcommands = (model: CommandModel): readonly CommandModel[] => [
  model,
  ...model.subcommands.flatMap(withSubcommands),
];

/** The last word of the path. */
export const nameOf = ({ path }: CommandModel): string => path.split(' ').at(-1) ?? path;

const optionModel = (option: Option): OptionModel => ({
  name: option.long ?? option.short ?? '',
  description: option.description,
  value:
    option.required || option.optional
      ? valueModel(option, /^[^<[]*[<[](.*)[>\]]/.exec(option.flags)?.[1] ?? '')
      : undefined,
});

const KINDS: Readonly<Record<string, ValueModel['kind']>> = { file: 'file', path: 'file', folder: 'folder' };

const valueModel = ({ argChoices }: Argument | Option, placeholder: string): ValueModel => ({
  choices: argChoices ?? [],
  kind: KINDS[placeholder] ?? 'text',
});
