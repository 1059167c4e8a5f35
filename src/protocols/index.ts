import { ais } from './ais/index.js';
import { aprs } from './aprs/index.js';
import { gt06 } from './gt06/index.js';
import { json } from './json/index.js';
import { meshtastic } from './meshtastic/index.js';
import { nmea0183 } from './nmea0183/index.js';
import { osmand } from './osmand/index.js';
import type { Protocol } from './protocol.js';
import { queclink } from './queclink/index.js';
import { suntech } from './suntech/index.js';
import { taip } from './taip/index.js';
import { teltonika } from './teltonika/index.js';
import { ubx } from './ubx/index.js';
import { wpt } from './wpt/index.js';

/**
 * Every protocol by its name in the configuration. A new protocol is a folder and a row.
 *
 * | name         | carries                                                          |
 * | ------------ | ---------------------------------------------------------------- |
 * | `wpt`        | Waypost's own: locations and alerts, acknowledged once stored     |
 * | `json`       | the POST bodies of the REST API as JSON Lines                    |
 * | `nmea0183`   | positions of a GNSS receiver                                     |
 * | `ais`        | positions of ships by MMSI; SART, MOB and EPIRB are alerts       |
 * | `queclink`   | @Track ASCII reports and alerts                                  |
 * | `suntech`    | ST300 text reports and alerts                                    |
 * | `taip`       | positions of vehicle receivers and routers by TAIP id            |
 * | `ubx`        | positions of a u-blox receiver                                   |
 * | `meshtastic` | positions and alerts of a mesh by node number                    |
 * | `aprs`       | positions received by a KISS TNC                                 |
 * | `teltonika`  | codec 8 and 8 Extended over TCP or UDP, for listeners only       |
 * | `gt06`       | positions and alarms of GT06 trackers, for listeners only        |
 * | `osmand`     | HTTP requests of OsmAnd and Traccar Client, for listeners only   |
 */
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
} as const satisfies Record<string, Protocol>;

export type ProtocolName = keyof typeof table;

export const protocols: Readonly<Record<ProtocolName, Protocol>> = table;
