import { KMH, KNOT } from '../../domain/records/speed.js';
import type { Fix } from '../fix.js';
import { sentence } from './sentence.js';

/** m/s */
/** dilution of precision that the receiver reports */
const DILUTION = { pdop: '1.8', hdop: '0.9', vdop: '1.5' } as const;

/** `ddmm.mmmmm` or `dddmm.mmmmm`, rounded together, so that there are never 60 minutes. */
function angle(degrees: number, digits: 2 | 3): string {
  const units = Math.round(Math.abs(degrees) * 60e5);
  const whole = Math.floor(units / 60e5);
  const minutes = (units - whole * 60e5) / 1e5;
  return String(whole).padStart(digits, '0') + minutes.toFixed(5).padStart(8, '0');
}

/** The sentences of one fix: RMC, VTG, GGA and GSA of NMEA 0183 4.1. */
export function nmeaEpoch(fix: Fix): string {
  const date = fix.dateTime.slice(8, 10) + fix.dateTime.slice(5, 7) + fix.dateTime.slice(2, 4);
  const time = fix.dateTime.slice(11, 22).replaceAll(':', '');
  const position = [
    angle(fix.latitude, 2),
    fix.latitude < 0 ? 'S' : 'N',
    angle(fix.longitude, 3),
    fix.longitude < 0 ? 'W' : 'E',
  ];
  const course = fix.course.toFixed(1);
  const knots = (fix.speed / KNOT).toFixed(3);
  const kmh = (fix.speed / KMH).toFixed(3);
  const { pdop, hdop, vdop } = DILUTION;
  const used = String(fix.satellites).padStart(2, '0');
  const satelliteIds = Array.from({ length: 12 }, (_, i) => (i < fix.satellites ? String(i + 1).padStart(2, '0') : ''));
  const sentences = [
    ['GNRMC', time, 'A', ...position, knots, course, date, '', '', 'A'],
    ['GNVTG', course, 'T', '', 'M', knots, 'N', kmh, 'K', 'A'],
    ['GNGGA', time, ...position, 1, used, hdop, fix.altitude.toFixed(1), 'M', '45.0', 'M', '', ''],
    ['GNGSA', 'A', 3, ...satelliteIds, pdop, hdop, vdop],
  ];
  return sentences.map((fields) => sentence(fields.join(','))).join('');
}
