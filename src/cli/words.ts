/** What the first word of a command line asks for. */
const isHelp = (word: string): boolean => ['help', '--help', '-h'].includes(word);

/** These describe all commands. */
export const isAboutAll = (word: string): boolean => isHelp(word) || word === 'completion' || word === 'man';

/** No command is named: the default command runs, with any options. */
export const isDefault = (word: string): boolean => word === '' || (word.startsWith('-') && !isHelp(word));

/** The command line `words` runs the gateway. */
export const runsGateway = ([first = '']: readonly string[]): boolean => first === 'serve' || isDefault(first);
