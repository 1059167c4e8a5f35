import { createQueclinkTracker } from '../queclink-tracker.js';
import { imei } from '../queclink.js';
import type { TrackerKind } from './tracker.js';

export const queclink: TrackerKind = {
  baudRate: 115_200,
  isNamed: true,
  heardTogether: false,
  isAnswered: true,
  ids: {
    prefix: '86000000',
    pattern: /^\d{6,11}$/,
    expected: '6 to 11 digits, the first ones of an IMEI',
    of: imei,
  },
  create: createQueclinkTracker,
};
