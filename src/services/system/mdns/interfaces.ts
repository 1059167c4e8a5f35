import { readdirSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { isAnyAddress } from '../../../schema/ports/port-path.js';

const NET_CLASS_FOLDER = '/sys/class/net';
const LOOPBACK = 'lo';

/**
 * Names of the interfaces on which other machines reach a server that listens on `host`, including interfaces that have no
 * address yet; `loopback`: other machines cannot reach it.
 */
export function interfacesFor(host: string, folder = NET_CLASS_FOLDER): string[] | 'loopback' {
  if (isAnyAddress(host)) {
    const all = namesIn(folder).filter((name) => name !== LOOPBACK);
    return all.length === 0 ? 'loopback' : all;
  }
  const [name] = Object.entries(networkInterfaces()).find(([, found]) => found?.some(hasAddress(host))) ?? [];
  return name === undefined || name === LOOPBACK ? 'loopback' : [name];
}

const hasAddress =
  (host: string) =>
  ({ address }: { readonly address: string }): boolean =>
    address === host;

/** The current addresses of the interfaces. */
export const addressesOf = (interfaces: readonly string[]): string[] =>
  interfaces.flatMap((name) => (networkInterfaces()[name] ?? []).map(({ address }) => address));

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return Object.keys(networkInterfaces());
  }
}
