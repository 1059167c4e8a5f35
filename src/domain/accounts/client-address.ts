/**
 * The network that an address belongs to: an IPv4 address itself, of an IPv6 address its /64, because one client has all
 * addresses of a /64. An IPv4 address mapped to IPv6 is the IPv4 address.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const start = groupsOf(head);
  const end = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length);
  const groups = [...start, ...Array.from({ length: zeros }, () => '0'), ...end];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** The address without the name of an interface; an IPv4 address mapped to IPv6 is the IPv4 address. */
export function plainAddress(address: string): string {
  if (/^[\d.]+$/.test(address)) return address;
  const [plain = ''] = address.toLowerCase().split('%');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain;
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
