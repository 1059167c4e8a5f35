import { createAprsStation } from '../aprs/station.js';
import { transmitOnly, type TrackerKind } from './tracker.js';

/** A TNC in KISS mode: all stations are on its one port. */
export const aprs: TrackerKind = {
  baudRate: 9_600,
  sendsId: true,
  sharesPort: true,
  isAcknowledged: false,
  ids: {
    prefix: 'PW',
    pattern: /^[A-Z][A-Z0-9]?$/,
    expected: 'the first 1 or 2 characters of a callsign: a capital letter, then a capital letter or digit',
    nth: (prefix, n) => `${prefix}${String(n).padStart(6 - prefix.length, '0')}-9`,
  },
  alertName: 'emergency',
  create: (context) => ({ ...transmitOnly, ...createAprsStation(context) }),
};
