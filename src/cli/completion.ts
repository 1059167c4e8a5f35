import { Argument, Command } from 'commander';
import { bashCompletion } from './completion/bash.js';
import { fishCompletion } from './completion/fish.js';
import { modelOf } from './completion/model.js';
import { zshCompletion } from './completion/zsh.js';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;
type Shell = keyof typeof SHELLS;

const HELP = `
The Debian package installs it. Elsewhere, for the shells of this user:

  waypost completion bash >~/.local/share/bash-completion/completions/waypost
  waypost completion zsh  >~/.zsh/_waypost          (a folder of fpath)
  waypost completion fish >~/.config/fish/completions/waypost.fish`;

export const completionCommand = (): Command =>
  new Command('completion')
    .description('print the completion of the commands and options for a shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SHELLS)))
    .addHelpText('after', HELP)
    .action((shell: Shell, _options: object, { parent }: Command) => {
      if (parent !== null) process.stdout.write(SHELLS[shell](modelOf(parent)));
    });
