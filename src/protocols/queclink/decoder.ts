import type { Alert } from '../../schema/records/alert.js';
import { createIsoFormatter } from '../iso-formatter.js';
import type { Decoder, TrackerMessage } from '../protocol.js';
import { alertNameOf } from './events.js';
import { createPositionReader } from './positions.js';
import { readReport, type QueclinkReport } from './report.js';

/** What answers commands, with settings in it: no reports. */
const SETTINGS_REPORTS = new Set(['ALL', 'ALS', 'ALM', 'ALC']);

const rejected = (reason: string): readonly TrackerMessage[] => [{ type: 'rejected', reason }];

/**
 * Points that were measured, and alerts. Reports have no checksum: one that is not whole is not acknowledged, so that
 * it is sent again; one of which nothing is kept is acknowledged, as it would be sent for ever.
 */
export function createDecoder(): Decoder<string> {
  const readPositions = createPositionReader();
  const toIso = createIsoFormatter();

  function read(report: QueclinkReport, receivedAt: number): readonly TrackerMessage[] {
    const { message, deviceId, sentAt, count: ref } = report;
    if (SETTINGS_REPORTS.has(message)) return [{ type: 'request', ref }];
    const positions = readPositions(report);
    if (positions === undefined) return rejected(`a point of GT${message} is not whole`);
    const { locations, firstField } = positions;
    const name = alertNameOf(report, firstField);
    if (name === undefined && locations.length === 0) return [{ type: 'request', ref }];
    const [fix] = locations;
    // Without a fix there is only the time of sending: the same again in a copy that was sent later.
    const dateTime = fix?.dateTime ?? toIso(sentAt ?? receivedAt);
    const position = fix === undefined ? {} : { latitude: fix.latitude, longitude: fix.longitude };
    const alerts: Alert[] = name === undefined ? [] : [{ dateTime, alerts: [name], ...position }];
    return [{ type: 'records', deviceId, locations, alerts, ref }];
  }

  return {
    decode(text, receivedAt) {
      const report = readReport(text);
      if (report === undefined) return rejected('a report without version, IMEI or time');
      if (report.head !== 'ACK') return read(report, receivedAt);
      // A command was obeyed: whoever gave it knows.
      if (report.message !== 'HBD') return [];
      return [{ type: 'request', ref: `GTHBD,${report.version},${report.count}` }];
    },
    reply: ({ ref }, receipt) => (receipt.ok && ref !== undefined ? `+SACK:${ref}$` : undefined),
  };
}
