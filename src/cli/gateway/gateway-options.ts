import type { Command } from 'commander';
import { apiKeyOf, createGatewayClient, type GatewayClient, type ErrorWording } from './gateway-client.js';

export type GatewayOptions = { readonly url: string; readonly user: string };

/** The options of every command that asks a running gateway. */
export const gatewayOptions = (command: Command): Command =>
  command
    .option('--url <url>', 'of the running gateway', 'http://127.0.0.1:8080')
    .option('--user <name>', 'whose API key WAYPOST_API_KEY is', 'admin');

/** The gateway that the options name, signed in with the key of the environment. */
export const connectGateway = ({ url, user }: GatewayOptions, wording?: ErrorWording): Promise<GatewayClient> =>
  createGatewayClient({ url, user, apiKey: apiKeyOf(process.env) }, wording);
