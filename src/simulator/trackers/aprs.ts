import { createAprsStation } from '../aprs/station.js';
import { transmitOnly, type TrackerKind } from './tracker.js';

/** A TNC in KISS mode: all stations are heard on its one port. */
export const aprs: TrackerKind = {
  baudRate: 9_600,
  sendsId: true,
  sharesPort: true,
  isAcknowledged: false,
  ids: {
    prefix: 'PW',
    pattern: /^[A-Z][A-Z0-9]?$/,
    expected: 'the first one or two capitals or digits of a callsign (a digit does not come first)',
    nth: (prefix, n) => `${prefix}${String(n).padStart(6 - prefix.length, '0')}-9`,
  },
  alertName: 'emergency',
  create: (context) => ({ ...transmitOnly, ...createAprsStation(context) }),
};
