import { imei } from '../queclink/frames.js';
import { createTeltonikaTracker } from '../teltonika/tracker.js';
import type { TrackerKind } from './tracker.js';

export const teltonika: TrackerKind = {
  baudRate: 115_200,
  sendsId: true,
  sharesPort: false,
  isAcknowledged: true,
  networkOnly: true,
  ids: {
    prefix: '86100000',
    pattern: /^\d{6,11}$/,
    expected: 'the first 6 to 11 digits of an IMEI',
    nth: imei,
  },
  alertName: 'SOS',
  create: createTeltonikaTracker,
};
