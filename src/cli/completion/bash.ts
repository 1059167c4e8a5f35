import { nameOf, withSubcommands, type CommandModel, type ValueModel } from './model.js';

/** The completion for bash. All words come from the table of commands: none needs quotes. */
export function bashCompletion(program: CommandModel): string {
  const all = withSubcommands(program);
  const paths = all.slice(1).map(({ path }) => `"${path}"`);
  const values = all.flatMap(({ path, options }) =>
    options.flatMap(({ name, value }) =>
      value === undefined ? [] : [`    "${path} ${name}") ${completeValue(value)}; return ;;`],
    ),
  );
  const words = all.map(({ path, options, subcommands, values: [first] }) => {
    const names = [...subcommands.map(nameOf), ...options.map(({ name }) => name), ...(first?.choices ?? [])];
    const files = first === undefined || first.kind === 'text' ? '' : `; ${completeValue(first)}`;
    return `    "${path}") words="${names.join(' ')}"${files} ;;`;
  });
  return `# bash completion of waypost, made by: waypost completion bash
_waypost() {
  local cur=\${COMP_WORDS[COMP_CWORD]} path=waypost words= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path \${COMP_WORDS[i]}" in
    ${paths.join(' | ')}) path="$path \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path \${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join('\n')}
  esac
  case "$path" in
${words.join('\n')}
  esac
  COMPREPLY+=($(compgen -W "$words" -- "$cur"))
}
complete -F _waypost waypost
`;
}

function completeValue({ choices, kind }: ValueModel): string {
  if (choices.length > 0) return `COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$cur"))`;
  if (kind === 'text') return ':';
  return `compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -${kind === 'file' ? 'f' : 'd'} -- "$cur")`;
}
