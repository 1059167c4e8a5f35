import { ais } from './ais.js';
import { aprs } from './aprs.js';
import { gt06 } from './gt06.js';
import { json } from './json.js';
import { meshtastic } from './meshtastic.js';
import { nmea0183 } from './nmea0183.js';
import { osmand } from './osmand.js';
import { queclink } from './queclink.js';
import { suntech } from './suntech.js';
import { taip } from './taip.js';
import { teltonika } from './teltonika.js';
import type { TrackerKind } from './tracker.js';
import { ubx } from './ubx.js';
import { wpt } from './wpt.js';

/** The protocols of simulated trackers: one file and one row each. */
const table = {
  ais,
  aprs,
  gt06,
  json,
  meshtastic,
  nmea0183,
  osmand,
  queclink,
  suntech,
  taip,
  teltonika,
  ubx,
  wpt,
} as const satisfies Record<string, TrackerKind>;

export type TrackerProtocol = keyof typeof table;

export const trackerKinds: Readonly<Record<TrackerProtocol, TrackerKind>> = table;
export const trackerProtocols = Object.keys(table) as readonly TrackerProtocol[];
