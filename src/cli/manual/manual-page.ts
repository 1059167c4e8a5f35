import type { Command, Help, Option } from 'commander';

type PageOptions = {
  readonly version: string;
  /** `2026-11-21`, or empty */
  readonly date: string;
};

const ENVIRONMENT = {
  WAYPOST_API_KEY: 'API key of the user that --user names, for the commands that call a running gateway',
  WAYPOST_CONFIG: 'configuration file; the Debian package sets it to /etc/waypost/waypost.json',
  WAYPOST_DATA: 'data folder; the Debian package sets it to /var/lib/waypost',
  WAYPOST_URL: 'base address of the running gateway; default: that of its configuration',
  WAYPOST_PASSPHRASE: 'encrypts and decrypts the secrets in a backup',
  NO_COLOR: 'if not empty, no colors',
} as const;

/** The manual page of the program in the macros of man(7), from the help of its commands. */
export function manualPage(program: Command, { version, date }: PageOptions): string {
  const help = program.createHelp();
  const groups = new Map<string, Command[]>();
  for (const command of help.visibleCommands(program)) {
    const heading = command.helpGroup();
    groups.set(heading, [...(groups.get(heading) ?? []), command]);
  }
  const sections = [...groups].flatMap(([heading, commands]) => [
    `.SH ${roff(heading.replace(/:$/, '') || 'HELP').toUpperCase()}`,
    ...commands.flatMap((command) => commandLines(command, help, '')),
  ]);
  return [
    `.TH WAYPOST 1 "${date}" "waypost ${roff(version)}" "Waypost"`,
    '.nh',
    '.ad l',
    '.SH NAME',
    `waypost \\- gateway for serial GPS trackers`,
    '.SH SYNOPSIS',
    '.B waypost',
    '.RI [ command ]\n.RI [ options ]',
    '.SH DESCRIPTION',
    roff(program.description()),
    'Without a command, the gateway runs.',
    'Each command has',
    `.BR ${roff('--help')} .`,
    ...sections,
    '.SH ENVIRONMENT',
    ...Object.entries(ENVIRONMENT).flatMap(([name, text]) => ['.TP', `.B ${name}`, ...filled(text)]),
    '.SH EXIT STATUS',
    '0 on success, 1 on error, unless a command states another one.',
    '',
  ].join('\n');
}

/** `above`: the text that the help of the command above ends with, which is not repeated. */
function commandLines(command: Command, help: Help, above: string): string[] {
  const after = textAfter(command);
  return [
    `.SS ${roff(help.commandUsage(command))}`,
    ...filled(sentence(command.description())),
    ...help.visibleArguments(command).flatMap((argument) => item(argument.name(), help.argumentDescription(argument))),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .flatMap((option) => item(option.flags, optionText(option, help))),
    ...(after === above ? [] : paragraphs(after)),
    ...help
      .visibleCommands(command)
      .filter((each) => each.name() !== 'help')
      .flatMap((each) => commandLines(each, help, after)),
  ];
}

const item = (term: string, text: string): string[] => ['.TP', `.B ${roff(term)}`, ...filled(text)];

/** The default of an option with a variable depends on the machine. */
const optionText = (option: Option, help: Help): string =>
  option.envVar === undefined
    ? help.optionDescription(option)
    : `${option.description} (environment: ${option.envVar})`;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The text that `addHelpText` added. */
function textAfter(command: Command): string {
  const pieces: string[] = [];
  command.configureOutput({ writeOut: (text) => pieces.push(text) }).outputHelp();
  return pieces.join('').slice(command.helpInformation().length).trimEnd().replace(/^\n+/, '');
}

/** Paragraphs are filled; indented lines stay as they are. */
const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
    .flatMap((block) => {
      const lines = block.split('\n');
      return /^\s/.test(block)
        ? ['.PP', '.RS 4', '.nf', ...lines.map((line) => roff(line.trim())), '.fi', '.RE']
        : ['.PP', ...filled(lines.join(' '))];
    });

/** Lines of a text that is filled, broken between words. */
const filled = (text: string): string[] => (text.match(/.{1,72}(?:\s|$)|\S+/g) ?? []).map((line) => roff(line.trim()));

/** Escapes a line: backslashes, hyphens that stay hyphens when copied, and a point or quote that would start a macro. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    // A long list may be broken after a comma.
    .replace(/,(?=\S)/g, ',\\:')
    .replace(/^\./, '\\&.');
