import type { Command } from 'commander';
import { apiKeyOf, createGatewayClient, type GatewayClient, type ErrorWording } from './gateway-client.js';

export type GatewayOptions = { readonly url: string; readonly user: string };

/** Adds the options of every command that calls a running gateway. */
export const gatewayOptions = (command: Command): Command =>
  command
    .option('--url <url>', 'base address of the running gateway', 'http://127.0.0.1:8080')
    .option('--user <name>', 'user that WAYPOST_API_KEY belongs to', 'admin');

/** Signs in to the gateway that the options name, with the key from the environment. */
export const connectGateway = ({ url, user }: GatewayOptions, wording?: ErrorWording): Promise<GatewayClient> =>
  createGatewayClient({ url, user, apiKey: apiKeyOf(process.env) }, wording);
