import { createOsmandTracker } from '../osmand/tracker.js';
import { plainIds, type TrackerKind } from './tracker.js';

export const osmand: TrackerKind = {
  baudRate: 115_200,
  sendsId: true,
  sharesPort: false,
  isAcknowledged: true,
  networkOnly: true,
  httpOnly: true,
  ids: { ...plainIds, prefix: 'phone' },
  alertName: 'SOSButton',
  create: createOsmandTracker,
};
