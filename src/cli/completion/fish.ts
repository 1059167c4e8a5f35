import { nameOf, withSubcommands, type CommandModel, type OptionModel, type ValueModel } from './model.js';

/** The completion for fish. */
export function fishCompletion(program: CommandModel): string {
  const all = withSubcommands(program);
  const paths = all.slice(1).map(({ path }) => quote(path));
  const lines = all.flatMap(({ path, options, subcommands, values: [first] }) => {
    const at = `complete -c waypost -n ${quote(`test (__waypost_path) = "${path}"`)}`;
    return [
      ...subcommands.map((each) => `${at} -a ${nameOf(each)} -d ${quote(each.description)}`),
      ...options.map((option) => `${at} ${optionWords(option)}`),
      ...(first === undefined || valueWords(first) === '' ? [] : [`${at}${valueWords(first)}`]),
    ];
  });
  return `# fish completion of waypost, made by: waypost completion fish
function __waypost_path
    set -l path waypost
    set -l words (commandline -opc)
    for word in $words[2..-1]
        if contains -- "$path $word" ${paths.join(' ')}
            set path "$path $word"
        end
    end
    echo $path
end
complete -c waypost -f
${lines.join('\n')}
`;
}

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

const optionWords = ({ name, description, value }: OptionModel): string =>
  `-l ${name.replace(/^--/, '')} -d ${quote(description)}${value === undefined ? '' : ` -${value.kind === 'text' ? 'x' : 'r'}${valueWords(value)}`}`;

function valueWords({ choices, kind }: ValueModel): string {
  if (choices.length > 0) return ` -a ${quote(choices.join(' '))}`;
  if (kind === 'text') return '';
  return kind === 'file' ? ' -F' : " -a '(__fish_complete_directories)'";
}
