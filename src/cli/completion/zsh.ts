import { nameOf, withSubcommands, type CommandModel, type ValueModel } from './model.js';

/** The completion for zsh. */
export function zshCompletion(program: CommandModel): string {
  const all = withSubcommands(program);
  const paths = all.slice(1).map(({ path }) => quote(path));
  const values = all.flatMap(({ path, options }) =>
    options.flatMap(({ name, value }) =>
      value === undefined ? [] : [`    ${quote(`${path} ${name}`)}) ${completeValue(value)}; return ;;`],
    ),
  );
  const words = all.map(({ path, options, subcommands, values: [first] }) => {
    const commands = subcommands.map((each) => described(nameOf(each), each.description));
    const switches = options.map(({ name, description }) => described(name, description));
    const own = first === undefined || first === TEXT ? [] : [completeValue(first)];
    return [
      `    ${quote(path)})`,
      `      commands=(${commands.join(' ')})`,
      `      options=(${switches.join(' ')})`,
      ...own.map((line) => `      ${line}`),
      '      ;;',
    ].join('\n');
  });
  return `#compdef waypost
# zsh completion of waypost, made by: waypost completion zsh
_waypost() {
  local path_=waypost word
  local -a commands options
  for word in \${words[2,CURRENT-1]}; do
    case "$path_ $word" in
    ${paths.join(' | ')}) path_="$path_ $word" ;;
    esac
  done
  case "$path_ \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$path_" in
${words.join('\n')}
  esac
  if (( \${#commands} )); then _describe -t commands command commands; fi
  _describe -o option options
}
if [[ \${funcstack[1]} == _waypost ]]; then _waypost "$@"; else compdef _waypost waypost; fi
`;
}

const TEXT: ValueModel = { choices: [], kind: 'text' };

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** `name:description` of `_describe` */
const described = (name: string, description: string): string =>
  quote(`${name}:${description.replaceAll('\\', '\\\\').replaceAll(':', String.raw`\:`)}`);

function completeValue({ choices, kind }: ValueModel): string {
  if (choices.length > 0) return `compadd -- ${choices.join(' ')}`;
  if (kind === 'text') return ':';
  return kind === 'file' ? '_files' : '_files -/';
}
