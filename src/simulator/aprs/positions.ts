import { KNOT } from '../../domain/records/speed.js';
import type { Fix } from '../fix.js';

/** m/s */
/** m */
const FOOT = 0.3048;
/** symbol of a car */
const SYMBOL = { table: '/', code: '>' } as const;

const digits = (value: number, width: number): string => String(value).padStart(width, '0');

/** Degrees, minutes and hundredths of minutes, rounded together, so that there are never 60 minutes. */
function degreeParts(degrees: number) {
  const hundredths = Math.round(Math.abs(degrees) * 6_000);
  const whole = Math.floor(hundredths / 6_000);
  return { whole, minutes: Math.floor(hundredths / 100) % 60, hundredths: hundredths % 100 };
}

function ordinate(degrees: number, width: number): string {
  const { whole, minutes, hundredths } = degreeParts(degrees);
  return `${digits(whole, width)}${digits(minutes, 2)}.${digits(hundredths, 2)}`;
}

/** 1 to 360, because 0 means unknown. */
const courseOf = (fix: Fix): number => Math.round(fix.course) % 360 || 360;

function height(fix: Fix): string {
  const feet = Math.round(fix.altitude / FOOT);
  return `/A=${feet < 0 ? '-' : ''}${digits(Math.abs(feet), feet < 0 ? 5 : 6)}`;
}

/** The common form, with time of day, course, speed and altitude (APRS 1.0.1, chapter 8). */
export function plainPosition(fix: Fix): string {
  const time = fix.dateTime.slice(11, 19).replaceAll(':', '');
  const north = ordinate(fix.latitude, 2) + (fix.latitude < 0 ? 'S' : 'N');
  const east = ordinate(fix.longitude, 3) + (fix.longitude < 0 ? 'W' : 'E');
  const motion = `${digits(courseOf(fix), 3)}/${digits(Math.round(fix.speed / KNOT), 3)}`;
  return `@${time}h${north}${SYMBOL.table}${east}${SYMBOL.code}${motion}${height(fix)}`;
}

/** `width` digits of base 91, starting at `!`. */
function base91(value: number, width: number): string {
  const digitValues = Array.from({ length: width }, (_, index) => Math.floor(value / 91 ** (width - 1 - index)) % 91);
  return String.fromCharCode(...digitValues.map((digit) => digit + 33));
}

/** The compressed form of 13 characters (chapter 9), followed by the altitude. */
export function compressedPosition(fix: Fix): string {
  const north = base91(Math.round(380_926 * (90 - fix.latitude)), 4);
  const east = base91(Math.round(190_463 * (180 + fix.longitude)), 4);
  const speed = Math.round(Math.log(fix.speed / KNOT + 1) / Math.log(1.08));
  const motion = base91(Math.round(courseOf(fix) / 4) % 90, 1) + base91(speed, 1);
  // Compression type: current fix, from RMC, compressed by the tracker.
  return `!${SYMBOL.table}${north}${east}${SYMBOL.code}${motion}${base91(0x3a, 1)}${height(fix)}`;
}

/** Mic-E (chapter 10), which encodes a part in the destination. `message`: three bits, 000 is an emergency. */
export function micPosition(fix: Fix, message: '111' | '000' = '111'): { destination: string; info: string } {
  const [north, east] = [degreeParts(fix.latitude), degreeParts(fix.longitude)];
  const latitude = digits(north.whole, 2) + digits(north.minutes, 2) + digits(north.hundredths, 2);
  const isFar = east.whole < 10 || east.whole >= 100;
  const bits = [...Array.from(message, (bit) => bit === '1'), fix.latitude >= 0, isFar, fix.longitude < 0];
  const destination = Array.from(latitude, (digit, index) =>
    bits[index] === true ? 'PQRSTUVWXY'.charAt(Number(digit)) : digit,
  );
  const degrees =
    east.whole < 10
      ? 118 + east.whole
      : east.whole >= 110
        ? east.whole - 72
        : east.whole >= 100
          ? east.whole + 8
          : east.whole + 28;
  const [speed, course] = [Math.min(Math.round(fix.speed / KNOT), 199), courseOf(fix)];
  const codes = [
    degrees,
    east.minutes < 10 ? east.minutes + 88 : east.minutes + 28,
    east.hundredths + 28,
    Math.floor(speed / 10) + 108,
    (speed % 10) * 10 + Math.floor(course / 100) + 32,
    (course % 100) + 28,
  ];
  const info = `\`${String.fromCharCode(...codes)}${SYMBOL.code}${SYMBOL.table}${base91(Math.round(fix.altitude) + 10_000, 3)}}`;
  return { destination: destination.join(''), info };
}
