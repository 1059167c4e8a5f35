import { aprsParser, type aprsPacket } from 'js-aprs-fap';
import type { Packet } from './packet.js';
import { weatherOf } from './weather.js';

/** What a packet says. What it leaves out is undefined. */
export type Report = {
  readonly place: { readonly latitude: number; readonly longitude: number } | undefined;
  /** m above mean sea level */
  readonly altitude: number | undefined;
  /** m/s */
  readonly speed: number | undefined;
  /** degrees from true north */
  readonly course: number | undefined;
  /** m: digits of the place were left out on purpose, and this is how far off it may be */
  readonly coarse: number | undefined;
  /** of an object or item somebody reports; `alive`: it is still there */
  readonly thing: { readonly kind: 'object' | 'item'; readonly name: string; readonly alive: boolean } | undefined;
  readonly isEmergency: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** °C and other units of a weather station, by name */
  readonly weather: Readonly<Record<string, number>>;
};

const parser = new aprsParser();
/** Times are read here, by the clock that is handed in. */
const options = { raw_timestamp: true };
const longestComment = 256;

/** Minutes from 60 on, which the parser lets pass. */
const wrongMinutes =
  /\d\d[67]\d\.[\d ]{2}[NnSs].\d{3}[\d ]{2}\.[\d ]{2}[EeWw]|\d\d[\d ]{2}\.[\d ]{2}[NnSs].\d{3}[67]\d\.[\d ]{2}[EeWw]/;
/** The third and fourth digit of a latitude that stands in a destination are its minutes. */
const wrongMicMinutes = /^..[6-9G-JV-Y]/;

/** Reads a packet; a text says why it can not be. */
export function readReport({ source, destination, info }: Packet): Report | string {
  const packet = parsed(`${source}>${destination}:${info}`);
  if (typeof packet === 'string') return packet;
  const place = placeOf(packet);
  const isWrong = packet.format === 'mice' ? wrongMicMinutes.test(destination) : wrongMinutes.test(info);
  if (place === 'nowhere' || (place !== undefined && isWrong)) return 'a place that is not on the globe';
  const { altitude, speed, course = 0, posambiguity = 0, posresolution, mbits, comment = '' } = packet;
  return {
    place,
    altitude: within(altitude, -20_000, 10_000_000),
    speed: within(speed === undefined ? undefined : speed / 3.6, 0, 100_000),
    // 0 is not known, and north is 360.
    course: course < 1 || course > 360 ? undefined : course % 360,
    coarse: posambiguity > 0 ? posresolution : undefined,
    thing: thingOf(packet),
    isEmergency: mbits === '000' || info.includes('!EMERGENCY!'),
    attributes: attributesOf(packet, comment),
    weather: weatherOf(packet.wx),
  };
}

/** At some packets that are damaged the parser throws, or gives null. */
function parsed(text: string): aprsPacket | string {
  try {
    const packet = parser.parseaprs(text, options);
    return packet.resultCode ?? packet;
  } catch {
    return 'malformed';
  }
}

function placeOf({ latitude, longitude }: aprsPacket): Report['place'] | 'nowhere' {
  if (latitude === undefined || longitude === undefined) return undefined;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return 'nowhere';
  return { latitude: rounded(latitude, 7), longitude: rounded(longitude, 7) };
}

function thingOf({ objectname, itemname, alive = false }: aprsPacket): Report['thing'] {
  if (objectname !== undefined) return { kind: 'object', name: objectname.trim(), alive };
  return itemname === undefined ? undefined : { kind: 'item', name: itemname.trim(), alive };
}

function attributesOf({ symboltable, symbolcode }: aprsPacket, comment: string): Record<string, string> {
  const said = comment.replace(/\p{C}+/gu, ' ').trim();
  return {
    ...(symboltable !== undefined && symbolcode !== undefined && { symbol: symboltable + symbolcode }),
    ...(said !== '' && { comment: Array.from(said).slice(0, longestComment).join('') }),
  };
}

const within = (value: number | undefined, least: number, most: number): number | undefined =>
  value === undefined || !(value >= least && value <= most) ? undefined : rounded(value, 5);

export const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits + 0;
