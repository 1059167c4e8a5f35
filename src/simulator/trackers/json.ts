import { createJsonTracker } from '../json-tracker.js';
import { plainIds, type TrackerKind } from './tracker.js';

export const json: TrackerKind = {
  baudRate: 115_200,
  isNamed: true,
  heardTogether: false,
  isAnswered: true,
  ids: plainIds,
  create: createJsonTracker,
};
