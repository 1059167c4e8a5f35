import { moduleEventName } from './alarms.js';
import { readPlace, type Gt06Place } from './position.js';

const HEADER_BYTES = 4;
const EVENT = 0x2b;
const POSITION = 0x33;
/** time, satellites, altitude, latitude, longitude, speed, course and status */
const POSITION_BYTES = 18;
const FIELDS = { satellites: 4, latitude: 7, longitude: 11, speed: 15, status: 16 };

/** What message 70 reports in its modules. */
export type Gt06Modules = {
  readonly place: Gt06Place | 'none' | 'malformed';
  /** of the position, ms since 1970 */
  readonly instant?: number;
  readonly alarm?: string | undefined;
};

/** Reads modules: number and length of two bytes each, then the data. Undefined if they do not fill the content. */
export function readModules(content: Buffer): Gt06Modules | undefined {
  let modules: Gt06Modules = { place: 'none' };
  let at = 0;
  while (at + HEADER_BYTES <= content.length) {
    const type = content.readUInt16BE(at);
    const end = at + HEADER_BYTES + content.readUInt16BE(at + 2);
    if (end > content.length) return undefined;
    const data = content.subarray(at + HEADER_BYTES, end);
    if (type === EVENT && data.length > 0) modules = { ...modules, alarm: moduleEventName(data.readUInt8(0)) };
    if (type === POSITION && data.length >= POSITION_BYTES) modules = { ...modules, ...readPosition(data) };
    at = end;
  }
  return at === content.length ? modules : undefined;
}

function readPosition(data: Buffer): Pick<Gt06Modules, 'place' | 'instant'> {
  const place = readPlace(data, FIELDS);
  return {
    place: typeof place === 'object' ? { ...place, altitude: data.readInt16BE(5) } : place,
    instant: data.readUInt32BE(0) * 1000,
  };
}
