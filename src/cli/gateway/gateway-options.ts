import { Command, Option } from 'commander';
import { apiKeyOf, createGatewayClient, type GatewayClient, type ErrorWording } from './gateway-client.js';
import { findGatewayAddress, type GatewayAddress } from './gateway-address.js';
import { unknownCommandError } from '../options/suggest.js';

export type GatewayOptions = GatewayAddress & { readonly user: string };

/** Adds the options of every command that calls a running gateway. */
export const gatewayOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--url <url>', 'base address of the running gateway; default: that of its configuration').env(
        'WAYPOST_URL',
      ),
    )
    .option('--user <name>', 'user that WAYPOST_API_KEY belongs to', 'admin')
    .hook('preAction', async (_, called) => {
      if (called !== command || command.getOptionValue('url') !== undefined) return;
      // The options of the command are completed, so that no command has to know where the address comes from.
      const address = await findGatewayAddress(process.env);
      for (const [name, value] of Object.entries(address)) command.setOptionValue(name, value);
    });

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
export const connectGateway = (options: GatewayOptions, wording?: ErrorWording): Promise<GatewayClient> =>
  createGatewayClient({ ...options, apiKey: apiKeyOf(process.env) }, wording);
