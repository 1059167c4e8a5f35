import { KMH } from '../../domain/records/speed.js';
import type { Fix } from '../fix.js';

/** STT: status; EMG: emergency. */
export type SuntechReport = { readonly type: 'STT' | 'EMG'; readonly deviceId: string; readonly fix: Fix };

/** km/h */
/** the panic button */
const PANIC = '1';
/** driving mode, and the number of the message */
const DRIVING = '2;0001';

/** A report of an ST340 as text, with its hour meter, backup battery and message type. */
export function suntechReport({ type, deviceId, fix }: SuntechReport): string {
  const { dateTime, latitude, longitude, speed, course, satellites } = fix;
  const place = [signed(latitude, 2), signed(longitude, 3), fixed(speed / KMH, 3, 3), fixed(course % 360, 3, 2)];
  const time = [dateTime.slice(0, 10).replaceAll('-', ''), dateTime.slice(11, 19)];
  const state = [String(satellites), '1', '52084', '13.27', '100000', type === 'EMG' ? PANIC : DRIVING];
  return `${['ST300' + type, deviceId, '02', '319', ...time, '2f1a0', ...place, ...state].join(';')};000211;4.1;1\r`;
}

/** `whole`: digits before the point */
const fixed = (value: number, whole: number, decimals: number): string =>
  value.toFixed(decimals).padStart(whole + 1 + decimals, '0');

const signed = (degrees: number, whole: number): string =>
  (degrees < 0 ? '-' : '+') + fixed(Math.abs(degrees), whole, 6);
