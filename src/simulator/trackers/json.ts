import { createJsonTracker } from '../json/tracker.js';
import { plainIds, type TrackerKind } from './tracker.js';

export const json: TrackerKind = {
  baudRate: 115_200,
  sendsId: true,
  sharesPort: false,
  isAcknowledged: true,
  ids: plainIds,
  alertName: 'SOS',
  create: createJsonTracker,
};
