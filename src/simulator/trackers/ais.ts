import { createShip } from '../ais/ship.js';
import { transmitOnly, type TrackerKind } from './tracker.js';

/** An AIS receiver: all ships are on its one port. */
export const ais: TrackerKind = {
  baudRate: 38_400,
  sendsId: true,
  sharesPort: true,
  isAcknowledged: false,
  ids: {
    prefix: '24466',
    pattern: /^[2-7]\d{2,4}$/,
    expected: 'the first 3 to 5 digits of an MMSI, starting with 2 to 7 (a ship)',
    nth: (prefix, n) => prefix + String(n).padStart(9 - prefix.length, '0'),
  },
  alertName: 'SART',
  create: ({ deviceId, send }) => ({ ...transmitOnly, ...createShip({ mmsi: deviceId, send }) }),
};
