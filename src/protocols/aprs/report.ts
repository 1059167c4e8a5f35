import { KMH } from '../../domain/records/speed.js';
import { aprsParser, type aprsPacket } from 'js-aprs-fap';
import type { AprsPacket } from './packet.js';
import { peetWeatherOf, readWeather, type AprsWeather } from './weather.js';

/** The content of a packet; missing values are undefined. */
export type AprsReport = {
  readonly position: { readonly latitude: number; readonly longitude: number } | undefined;
  /** m above mean sea level */
  readonly altitude: number | undefined;
  /** m/s */
  readonly speed: number | undefined;
  /** degrees from true north */
  readonly course: number | undefined;
  /** uncertainty in m of a position from which digits were removed on purpose */
  readonly ambiguityMeters: number | undefined;
  /** an object or item reported by the station; `alive`: not deleted */
  readonly reportedObject:
    { readonly kind: 'object' | 'item'; readonly name: string; readonly alive: boolean } | undefined;
  readonly isEmergency: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** °C and other units of a weather station, by name */
  readonly weather: AprsWeather;
};

const parser = new aprsParser();
/** Times are parsed in time.ts instead, because the parser would read the real clock. */
const PARSER_OPTIONS = { raw_timestamp: true };
const MAX_COMMENT_LENGTH = 256;
/** of a weather station */
const WEATHER_SYMBOL = '_';
/** Positions and objects, but no items and no Mic-E. */
const WEATHER_PACKET = /^[!=/@;]/;

/** Minutes from 60 on, which the parser accepts. */
const INVALID_MINUTES =
  /\d\d[67]\d\.[\d ]{2}[NnSs].\d{3}[\d ]{2}\.[\d ]{2}[EeWw]|\d\d[\d ]{2}\.[\d ]{2}[NnSs].\d{3}[67]\d\.[\d ]{2}[EeWw]/;
/** In Mic-E, the third and fourth character of the destination are the minutes of the latitude. */
const INVALID_MIC_E_MINUTES = /^..[6-9G-JV-Y]/;

/** Reads a packet; a string is the reason why it is unreadable. */
export function readReport({ source, destination, info }: AprsPacket): AprsReport | string {
  const packet = parsePacket(`${source}>${destination}:${info}`);
  if (typeof packet === 'string') return packet;
  const position = positionOf(packet);
  const hasInvalidMinutes =
    packet.format === 'mice' ? INVALID_MIC_E_MINUTES.test(destination) : INVALID_MINUTES.test(info);
  if (position === 'invalid' || (position !== undefined && hasInvalidMinutes)) return 'impossible position';
  const { altitude, speed, course = 0, posambiguity = 0, posresolution, mbits } = packet;
  const { weather, comment } = weatherAndComment(packet, info);
  return {
    position,
    altitude: roundInRange(altitude, -20_000, 10_000_000),
    speed: roundInRange(speed === undefined ? undefined : speed * KMH, 0, 100_000),
    // 0 is unknown; north is 360.
    course: course < 1 || course > 360 ? undefined : course % 360,
    ambiguityMeters: posambiguity > 0 ? posresolution : undefined,
    reportedObject: reportedObjectOf(packet),
    isEmergency: mbits === '000' || info.includes('!EMERGENCY!'),
    attributes: attributesOf(packet, comment),
    weather,
  };
}

function weatherAndComment({ symbolcode, wx, comment = '' }: aprsPacket, info: string) {
  const isWeather = symbolcode === WEATHER_SYMBOL && WEATHER_PACKET.test(info);
  return isWeather || info.startsWith('_') ? readWeather(info) : { weather: peetWeatherOf(wx), comment };
}

/** For some damaged packets, the parser throws or returns null. */
function parsePacket(text: string): aprsPacket | string {
  try {
    const packet = parser.parseaprs(text, PARSER_OPTIONS);
    return packet.resultCode ?? packet;
  } catch {
    return 'malformed';
  }
}

function positionOf({ latitude, longitude }: aprsPacket): AprsReport['position'] | 'invalid' {
  if (latitude === undefined || longitude === undefined) return undefined;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return 'invalid';
  return { latitude: roundTo(latitude, 7), longitude: roundTo(longitude, 7) };
}

function reportedObjectOf({ objectname, itemname, alive = false }: aprsPacket): AprsReport['reportedObject'] {
  if (objectname !== undefined) return { kind: 'object', name: objectname.trim(), alive };
  return itemname === undefined ? undefined : { kind: 'item', name: itemname.trim(), alive };
}

function attributesOf({ symboltable, symbolcode }: aprsPacket, comment: string): Record<string, string> {
  const text = comment.replace(/\p{C}+/gu, ' ').trim();
  return {
    ...(symboltable !== undefined && symbolcode !== undefined && { symbol: symboltable + symbolcode }),
    ...(text !== '' && { comment: Array.from(text).slice(0, MAX_COMMENT_LENGTH).join('') }),
  };
}

const roundInRange = (value: number | undefined, min: number, max: number): number | undefined =>
  value === undefined || !(value >= min && value <= max) ? undefined : roundTo(value, 5);

export const roundTo = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits + 0;
