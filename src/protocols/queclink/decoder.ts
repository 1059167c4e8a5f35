import type { Alert } from '../../schema/records/alert.js';
import { createIsoFormatter } from '../utc.js';
import { NO_FIX, OTHER } from '../counters.js';
import { driverIdOf, withDriver, withLocationDriver } from '../../domain/records/driver.js';
import type { Decoder, TrackerMessage } from '../protocol.js';
import { encodeCommand, readAcknowledgement } from './user-commands.js';
import { alertNameOf, readDriverId } from './events.js';
import { createPositionReader } from './positions.js';
import { readReport, type QueclinkReport } from './report.js';

/** Responses with settings; they carry no records. */
const SETTINGS_REPORTS = new Set(['ALL', 'ALS', 'ALM', 'ALC']);

const rejected = (reason: string): readonly TrackerMessage[] => [{ type: 'rejected', reason }];

/**
 * Decodes measured positions and alerts. Reports have no checksum: a damaged one is not acknowledged, so the tracker sends
 * it again. A report without records is acknowledged, or the tracker would send it forever.
 */
export function createDecoder(): Decoder<string> {
  const readPositions = createPositionReader();
  const toIso = createIsoFormatter();
  let lacksFix = false;

  function read(report: QueclinkReport, receivedAt: number): readonly TrackerMessage[] {
    const { message, deviceId, sentAt, count: ref } = report;
    if (SETTINGS_REPORTS.has(message)) return [{ type: 'request', ref }];
    const positions = readPositions(report);
    if (positions === undefined) return rejected(`damaged position in GT${message}`);
    const { firstField } = positions;
    const driverId = driverIdOf(readDriverId(report, firstField));
    const locations = positions.locations.map((location) => withLocationDriver(location, driverId));
    const name = alertNameOf(report, firstField);
    if (name === undefined && locations.length === 0) {
      lacksFix = firstField !== undefined;
      return [{ type: 'request', ref }];
    }
    const [fix] = locations;
    // Without a fix there is only the send time, which a copy sent later repeats.
    const dateTime = fix?.dateTime ?? toIso(sentAt ?? receivedAt);
    const position = fix === undefined ? {} : { latitude: fix.latitude, longitude: fix.longitude };
    const alerts: Alert[] = name === undefined ? [] : [withDriver({ dateTime, alerts: [name], ...position }, driverId)];
    return [{ type: 'records', deviceId, locations, alerts, ref }];
  }

  return {
    decode(text, receivedAt) {
      lacksFix = false;
      const report = readReport(text);
      if (report === undefined) return rejected('no valid version, IMEI or time');
      if (report.head !== 'ACK') return read(report, receivedAt);
      if (report.message !== 'HBD') return readAcknowledgement(report, text);
      return [{ type: 'request', ref: `GTHBD,${report.version},${report.count}` }];
    },
    kindOf(text) {
      const message = /^\+\w{3,4}:(GT[A-Z0-9]{3}),/.exec(text)?.[1] ?? OTHER;
      // Many messages have a position besides other content, so both are named.
      return lacksFix ? `${message} ${NO_FIX}` : message;
    },
    reply: ({ type, ref }, receipt) =>
      receipt.ok && ref !== undefined && type !== 'reply' ? `+SACK:${ref}$` : undefined,
    command: encodeCommand,
  };
}
