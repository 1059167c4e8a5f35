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

/** A gpsd, which shares the receivers of its machine; `device`: one of them, null for all. */
export type GpsdAddress = TcpAddress & { readonly device: string | null };

/** Parses `gpsd://host:port` and `gpsd://host:port/dev/ttyUSB0`; null: not such an address. */
export function gpsdAddressOf(path: string): GpsdAddress | null {
  const [, server = '', device = null] = /^gpsd:\/\/([^/]+)(\/[\w./:@+-]{1,200})?$/.exec(path) ?? [];
  const address = tcpAddressOf(`tcp://${server}`);
  return address === null ? null : { ...address, device };
}

/** The port is on the network, so that it has neither a device file nor a speed. */
export const isNetworkPath = (path: string): boolean => /^(?:tcp|gpsd):/i.test(path);

/** Host and port as in a URL, with an IPv6 host in brackets. */
export const addressOf = ({ host, port }: TcpAddress): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** What a server listens on for all addresses: 0.0.0.0, or :: in any spelling. */
export const isAnyAddress = (host: string): boolean => host === '0.0.0.0' || (isIPv6(host) && /^[0:]+$/.test(host));

/** The path of a listener: `tcp-listen://host:port`, with an IPv6 host in brackets. */
export const listenerPathOf = ({ transport, ...address }: ListenerAddress): string =>
  `${transport}-listen://${addressOf(address)}`;

type ListenerAddress = TcpAddress & { readonly transport: string };

export const isListenerPath = (path: string): boolean => /^[a-z]+-listen:/.test(path);

const hasScheme = (path: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(path);

/** Accepts the path of a device file, or `tcp://host:port`. */
export const isModemPath = (path: string): boolean =>
  hasScheme(path) ? tcpAddressOf(path) !== null : !path.includes('\0');

/** Accepts also `gpsd://host:port`, with a device or without. */
export const isPortPath = (path: string): boolean => isModemPath(path) || gpsdAddressOf(path) !== null;
