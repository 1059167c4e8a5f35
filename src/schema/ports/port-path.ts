import { isIPv6 } from 'node:net';

/** A device server: a machine that offers its serial ports on the network. */
export type TcpAddress = { readonly host: string; readonly port: number };

const TCP_ADDRESS =
  /^tcp:\/\/(?:\[(?<v6>[0-9A-Fa-f:.]+(?:%[\w.-]+)?)\]|(?<name>[A-Za-z0-9](?:[\w.-]{0,252})?)):(?<port>\d{1,5})$/;

/** Parses `tcp://host:port`, with an IPv6 host in brackets; null: not such an address. */
export function tcpAddressOf(path: string): TcpAddress | null {
  const { v6, name, port } = TCP_ADDRESS.exec(path)?.groups ?? {};
  const number = Number(port);
  if (!(number >= 1 && number <= 65_535)) return null;
  if (v6 !== undefined) return isIPv6(v6) ? { host: v6, port: number } : null;
  return name === undefined ? null : { host: name, port: number };
}

export const isTcpPath = (path: string): boolean => /^tcp:/i.test(path);

/** Accepts the path of a device file, or `tcp://host:port`. */
export const isPortPath = (path: string): boolean =>
  /^[a-z][a-z0-9+.-]*:/i.test(path) ? tcpAddressOf(path) !== null : !path.includes('\0');
