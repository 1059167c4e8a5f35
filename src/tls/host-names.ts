import { hostname, networkInterfaces } from 'node:os';

/** By what this machine can be called on its network: its name, its name in mDNS, and every address it has now. */
export function hostNames(): string[] {
  const host = hostname().toLowerCase();
  const names = host.includes('.') || host === 'localhost' ? [host] : [host, `${host}.local`];
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  return [...new Set([...names, 'localhost', '127.0.0.1', '::1', ...addresses])];
}
