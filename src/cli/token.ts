import type { Command } from 'commander';
import { connectGateway, gatewayCommand, type GatewayCommandOptions } from './gateway/gateway-options.js';
import { print } from './terminal/output.js';

const HELP = `
WAYPOST_API_KEY is the API key of --user. The token is a secret: it has the rights of --user until it expires (setting
auth.tokenTtl), or until the key is replaced or revoked.

  TOKEN=$(waypost token)
  curl -s http://127.0.0.1:8080/api/devices -H "Authorization: Bearer $TOKEN"

Exit status: 0 on success, 1 on error.`;

export const tokenCommand = (): Command =>
  gatewayCommand('token', 'print a token for the API, for curl and scripts').addHelpText('after', HELP).action(token);

async function token(options: GatewayCommandOptions): Promise<void> {
  const { token: issued } = await connectGateway(options);
  print(issued, `${issued.token}\n`, options.json);
}
