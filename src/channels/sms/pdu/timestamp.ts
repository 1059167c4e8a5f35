const decimal = (octet: number): number => (octet & 0xf) * 10 + (octet >> 4);
const two = (value: number): string => String(value).padStart(2, '0');

/** The time of the message centre, with its offset (3GPP TS 23.040, 9.2.3.11): 7 octets; nothing when it is none. */
export function timestampOf(octets: Uint8Array): string | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zone = 0] = octets;
  const date = [year, month, day].map(decimal).map(two).join('-');
  const time = [hour, minute, second].map(decimal).map(two).join(':');
  // Quarters of an hour, the sign in what is the highest bit once the halves are swapped.
  const quarters = decimal(zone & 0xf7);
  const offset = `${(zone & 0x08) === 0 ? '+' : '-'}${two(Math.floor(quarters / 4))}:${two((quarters % 4) * 15)}`;
  const stamp = `20${date}T${time}${offset}`;
  return stamp.length === 25 && !Number.isNaN(Date.parse(stamp)) ? stamp : undefined;
}
