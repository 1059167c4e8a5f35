import { BlockList, isIP } from 'node:net';

/** The networks that no address of the internet belongs to: loopback, private, link-local, and IPv6 unique local. */
export const LOCAL_NETWORKS = [
  '127.0.0.0/8',
  '::1/128',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  'fe80::/10',
  'fc00::/7',
] as const;

type Network = { readonly address: string; readonly bits: number; readonly family: 'ipv4' | 'ipv6' };

/** Parses `10.0.0.0/8` or `fd00::/8`; null: not a network in this form. */
function networkFrom(text: string): Network | null {
  const [, address = '', length = ''] = /^([0-9A-Fa-f.:]+)\/(\d{1,3})$/.exec(text) ?? [];
  const version = isIP(address);
  const bits = Number(length);
  if (version === 0 || bits > (version === 4 ? 32 : 128)) return null;
  return { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' };
}

export const isNetwork = (text: string): boolean => networkFrom(text) !== null;

/** An address without its zone (`%eth0`); of an IPv4 address that is mapped to IPv6, the IPv4 address. */
export function plainAddress(address: string): string {
  const [plain = ''] = address.split('%');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain;
}

/** Whether a plain address is in one of `networks`, which are valid. */
export function createNetworkList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const { address, bits, family } of networks.flatMap((text) => networkFrom(text) ?? [])) {
    list.addSubnet(address, bits, family);
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Carrier-grade NAT, which private APNs use, has no address of the internet either. */
const NOT_PUBLIC = [...LOCAL_NETWORKS, '100.64.0.0/10'].map((text) => ({
  bits: networkFrom(text)?.bits ?? 0,
  includes: createNetworkList([text]),
}));

/** Whether a network has addresses of the internet. */
export function isPublicNetwork(text: string): boolean {
  const network = networkFrom(text);
  if (network === null) return true;
  return !NOT_PUBLIC.some(({ bits, includes }) => network.bits >= bits && includes(network.address));
}
