// Written by `npm run texts`: every module of messages.
import '../domain/commands/messages.js';
import '../domain/devices/messages.js';
import '../domain/messages.js';
import '../domain/records/messages.js';
import '../http/messages.js';
import '../protocols/gt06/messages.js';
import '../protocols/json/messages.js';
import '../protocols/meshtastic/messages.js';
import '../protocols/nmea0183/messages.js';
import '../protocols/queclink/messages.js';
import '../protocols/suntech/messages.js';
import '../protocols/teltonika/messages.js';
import '../protocols/ubx/messages.js';
import '../protocols/wpt/messages.js';
import '../schema/messages.js';
import '../serial/messages.js';
import '../services/commands/messages.js';
import '../services/events/messages.js';
import '../services/ingest/messages.js';
import '../services/messages.js';

export { allRows } from './rows.js';
