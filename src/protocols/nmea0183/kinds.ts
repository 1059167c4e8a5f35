import { JOINED, NO_FIX, OTHER } from '../counters.js';
import type { NmeaFrame } from './framer.js';

/** More than the counters of a port tell apart. */
const MAX_NAMES = 64;
const NAME = /^P?[A-Z0-9]{3}$/;

/** Names the kinds of sentences without a record: the formatter, such as `GSV`, or that of the maker, such as `PUBX`. */
export function createKindOf(): (frame: NmeaFrame) => string {
  const names = new Map<number, string>();
  return ({ parsed, formatter, deviceId }) => {
    if (parsed !== undefined) return parsed.valid === false ? NO_FIX : JOINED;
    if (deviceId !== undefined) return 'device id';
    const known = names.get(formatter);
    if (known !== undefined) return known;
    const name = nameOf(formatter);
    if (names.size < MAX_NAMES) names.set(formatter, name);
    return name;
  };
}

function nameOf(formatter: number): string {
  const name = String.fromCharCode(...[24, 16, 8, 0].map((bits) => (formatter >> bits) & 0xff)).replaceAll('\0', '');
  return NAME.test(name) ? name : OTHER;
}
