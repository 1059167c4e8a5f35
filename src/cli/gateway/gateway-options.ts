import { Command } from 'commander';
import { apiKeyOf, createGatewayClient, type GatewayClient, type ErrorWording } from './gateway-client.js';
import { unknownCommandError } from '../options/suggest.js';

export type GatewayOptions = { readonly url: string; readonly user: string };

/** Adds the options of every command that calls a running gateway. */
export const gatewayOptions = (command: Command): Command =>
  command
    .option('--url <url>', 'base address of the running gateway', 'http://127.0.0.1:8080')
    .option('--user <name>', 'user that WAYPOST_API_KEY belongs to', 'admin');

/** A command that calls a running gateway, and prints JSON for scripts. */
export const gatewayCommand = (name: string, description: string): Command =>
  gatewayOptions(new Command(name).description(description)).option('--json', 'print JSON');

export type GatewayCommandOptions = GatewayOptions & { readonly json?: true };

/** Makes `list` what the command does without a subcommand; another word is an unknown subcommand. */
export const withDefault = (command: Command, list: Command): Command =>
  command.addHelpText('after', '\nWithout a command: list.').addCommand(
    list.allowExcessArguments().hook('preAction', (_, { args: [word] }) => {
      const names = command.commands.map((each) => each.name());
      if (word !== undefined) throw unknownCommandError(word, `waypost ${command.name()}`, names);
    }),
    { isDefault: true },
  );

/** Signs in to the gateway that the options name, with the key from the environment. */
export const connectGateway = ({ url, user }: GatewayOptions, wording?: ErrorWording): Promise<GatewayClient> =>
  createGatewayClient({ url, user, apiKey: apiKeyOf(process.env) }, wording);
