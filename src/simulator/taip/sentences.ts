import type { Fix } from '../fix.js';

/** m/s */
const MPH = 0.44704;

/** A sentence with id and checksum. `data`: qualifier, type and values */
export function taipSentence(data: string, id?: string): string {
  const start = `>${data};${id === undefined ? '' : `ID=${id};`}*`;
  const sum = Buffer.from(start, 'latin1').reduce((xor, byte) => xor ^ byte, 0);
  return `${start}${sum.toString(16).toUpperCase().padStart(2, '0')}<\r\n`;
}

/** RPV: position and velocity, to a whole second. */
export function positionVelocity(fix: Fix): string {
  const seconds = Math.floor((Date.parse(fix.dateTime) % 86_400_000) / 1000);
  const angle = (degrees: number, digits: number): string =>
    (degrees < 0 ? '-' : '+') + String(Math.round(Math.abs(degrees) * 1e5)).padStart(digits + 5, '0');
  const [speed, course] = [Math.round(fix.speed / MPH), Math.round(fix.course) % 360].map(threeDigits);
  return `RPV${String(seconds).padStart(5, '0')}${angle(fix.latitude, 2)}${angle(fix.longitude, 3)}${speed}${course}12`;
}

const threeDigits = (value: number): string => String(value).padStart(3, '0');
