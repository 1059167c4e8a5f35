const fromSwappedBcd = (octet: number): number => (octet & 0xf) * 10 + (octet >> 4);
const two = (value: number): string => String(value).padStart(2, '0');

/** A service center time stamp of 7 octets as ISO 8601 (3GPP TS 23.040, 9.2.3.11); undefined if it is not a time. */
export function timestampOf(octets: Uint8Array): string | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zone = 0] = octets;
  const date = [year, month, day].map(fromSwappedBcd).map(two).join('-');
  const time = [hour, minute, second].map(fromSwappedBcd).map(two).join(':');
  // Quarters of an hour; the sign is the highest bit after the half octets are swapped.
  const quarters = fromSwappedBcd(zone & 0xf7);
  const offset = `${(zone & 0x08) === 0 ? '+' : '-'}${two(Math.floor(quarters / 4))}:${two((quarters % 4) * 15)}`;
  const stamp = `20${date}T${time}${offset}`;
  return stamp.length === 25 && !Number.isNaN(Date.parse(stamp)) ? stamp : undefined;
}
