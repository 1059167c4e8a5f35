import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import type { FirstSignIn } from '../../app.js';
import { addressOf, isAnyAddress } from '../../schema/ports/port-path.js';
import { ownCommand } from '../own-command.js';

type Listening = { readonly scheme: string; readonly host: string; readonly port: number };

/** Shows what the administrator signs in with until a user has signed in; empty: nothing. */
export function describeFirstSignIn({ apiKey, link }: FirstSignIn, listening: Listening): string {
  const key =
    apiKey === undefined
      ? ''
      : `First start: created the administrator "admin". API key (shown only once):\n\n  ${apiKey}\n\n`;
  if (link === undefined) return key;
  const addresses = browserAddresses(listening).map((address) => `  ${address}/#link=${link}\n`);
  return (
    `${key}To sign in as the administrator, open this link within 30 minutes. It works once, and asks for a password:\n\n` +
    `${addresses.join('')}\nTo print another one: ${ownCommand('user link admin')}\n\n`
  );
}

/** Where a browser reaches the server: on the network first, then on this machine. */
export function browserAddresses(
  { scheme, host, port }: Listening,
  interfaces: Readonly<NodeJS.Dict<NetworkInterfaceInfo[]>> = networkInterfaces(),
): readonly string[] {
  const external = Object.values(interfaces).flatMap((found = []) =>
    found.flatMap(({ family, internal, address }) => (family === 'IPv4' && !internal ? [address] : [])),
  );
  const hosts = isAnyAddress(host) ? [...external.slice(0, MAX_SHOWN), 'localhost'] : [host];
  return hosts.map((name) => `${scheme}://${addressOf({ host: name, port })}`);
}

/** More addresses than these belong to containers. */
const MAX_SHOWN = 2;
