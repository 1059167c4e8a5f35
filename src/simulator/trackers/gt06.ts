import { createGt06Tracker } from '../gt06/tracker.js';
import { imei } from '../queclink/frames.js';
import type { TrackerKind } from './tracker.js';

export const gt06: TrackerKind = {
  baudRate: 115_200,
  sendsId: true,
  sharesPort: false,
  isAcknowledged: true,
  networkOnly: true,
  ids: {
    prefix: '86800000',
    pattern: /^\d{6,11}$/,
    expected: 'the first 6 to 11 digits of an IMEI',
    nth: imei,
  },
  alertName: 'SOSButton',
  create: createGt06Tracker,
};
