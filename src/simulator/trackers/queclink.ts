import { createQueclinkTracker } from '../queclink/tracker.js';
import { imei } from '../queclink/frames.js';
import type { TrackerKind } from './tracker.js';

export const queclink: TrackerKind = {
  baudRate: 115_200,
  sendsId: true,
  sharesPort: false,
  isAcknowledged: true,
  ids: {
    prefix: '86000000',
    pattern: /^\d{6,11}$/,
    expected: 'the first 6 to 11 digits of an IMEI',
    nth: imei,
  },
  alertName: 'SOS',
  create: createQueclinkTracker,
};
