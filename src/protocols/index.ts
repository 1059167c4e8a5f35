import { ais } from './ais/index.js';
import { aprs } from './aprs/index.js';
import { json } from './json/index.js';
import { meshtastic } from './meshtastic/index.js';
import { nmea0183 } from './nmea0183/index.js';
import type { Protocol } from './protocol.js';
import { queclink } from './queclink/index.js';
import { taip } from './taip/index.js';
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
 * | `taip`       | positions of vehicle receivers and routers by TAIP id            |
 * | `ubx`        | positions of a u-blox receiver                                   |
 * | `meshtastic` | positions and alerts of a mesh by node number                    |
 * | `aprs`       | positions received by a KISS TNC                                 |
 */
const table = {
  ais,
  aprs,
  json,
  meshtastic,
  nmea0183,
  queclink,
  taip,
  ubx,
  wpt,
} as const satisfies Record<string, Protocol>;

export type ProtocolName = keyof typeof table;

export const protocols: Readonly<Record<ProtocolName, Protocol>> = table;
export const PROTOCOL_NAMES = Object.keys(table) as readonly ProtocolName[];
