import type { Alert } from '../../schema/alert.js';
import { createDateTime } from '../date-time.js';
import type { Decoder, Message } from '../protocol.js';
import { alertOf } from './events.js';
import { createPointReader } from './points.js';
import { readReport, type Report } from './report.js';

/** What answers commands, with settings in it: no reports. */
const answers = new Set(['ALL', 'ALS', 'ALM', 'ALC']);

const rejected = (reason: string): readonly Message[] => [{ type: 'rejected', reason }];

/**
 * Points that were measured, and alerts. Reports have no checksum: one that is not whole is not acknowledged, so that
 * it is sent again; one of which nothing is kept is acknowledged, as it would be sent for ever.
 */
export function createDecoder(): Decoder<string> {
  const readPoints = createPointReader();
  const dateTimeOf = createDateTime();

  function read(report: Report, receivedAt: number): readonly Message[] {
    const { message, deviceId, sentAt, count: ref } = report;
    if (answers.has(message)) return [{ type: 'question', ref }];
    const points = readPoints(report);
    if (points === undefined) return rejected(`a point of GT${message} is not whole`);
    const { locations, begin } = points;
    const name = alertOf(report, begin);
    if (name === undefined && locations.length === 0) return [{ type: 'question', ref }];
    const [fix] = locations;
    // Without a fix there is only the time of sending: the same again in a copy that was sent later.
    const dateTime = fix?.dateTime ?? dateTimeOf(sentAt ?? receivedAt);
    const place = fix === undefined ? {} : { latitude: fix.latitude, longitude: fix.longitude };
    const alerts: Alert[] = name === undefined ? [] : [{ dateTime, alerts: [name], ...place }];
    return [{ type: 'records', deviceId, locations, alerts, ref }];
  }

  return {
    decode(text, receivedAt) {
      const report = readReport(text);
      if (report === undefined) return rejected('a report without version, IMEI or time');
      if (report.head !== 'ACK') return read(report, receivedAt);
      // A command was obeyed: whoever gave it knows.
      if (report.message !== 'HBD') return [];
      return [{ type: 'question', ref: `GTHBD,${report.version},${report.count}` }];
    },
    reply: ({ ref }, receipt) => (receipt.ok && ref !== undefined ? `+SACK:${ref}$` : undefined),
  };
}
