import { alertRulesPart } from './alert-rules/part.js';
import { peersPart } from './compare/part.js';
import { eventsPart } from './events/part.js';
import { httpPart } from './http/part.js';
import { listenersPart } from './listeners/part.js';
import type { Part } from './measure/part.js';
import { nmeaPart } from './nmea/part.js';
import { portsPart } from './ports/part.js';
import { refusalsPart } from './refusals/part.js';
import { soakPart } from './soak/part.js';
import { startPart } from './start/part.js';
import { storePart } from './store/part.js';
import { uplinksPart } from './uplinks/part.js';

/** All parts, in the order in which they run; `peers` and `soak` only if they are asked for. */
export const parts: readonly Part[] = [
  httpPart,
  nmeaPart,
  portsPart,
  listenersPart,
  startPart,
  eventsPart,
  refusalsPart,
  storePart,
  alertRulesPart,
  uplinksPart,
  peersPart,
  soakPart,
];
