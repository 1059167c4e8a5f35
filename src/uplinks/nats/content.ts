import { createHash } from 'node:crypto';
import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';

/** The header of a message in the stream with the digest of its record's content. */
export const DIGEST_HEADER = 'Waypost-Digest';
const DIGEST_BYTES = 16;

/**
 * Names the content of a record: the same position, the same alert or the same acknowledgement of a device at the same time
 * has the same digest, whatever its id and whichever version wrote it.
 */
export const digestOf = (record: UplinkRecord): string =>
  createHash('sha256')
    .update(JSON.stringify(contentOf(record)))
    .digest()
    .subarray(0, DIGEST_BYTES)
    .toString('base64url');

function contentOf(record: UplinkRecord): readonly unknown[] {
  const { kind, deviceId } = record;
  switch (kind) {
    case 'location': {
      const { dateTime, latitude, longitude } = record.location;
      return [kind, deviceId, dateTime, latitude, longitude];
    }
    case 'alert':
      return [kind, deviceId, record.alert.dateTime, record.alert.alerts, record.alert.rule ?? null];
    case 'acknowledgement':
      return [kind, deviceId, record.alertId, record.acknowledged.at];
  }
}

/** The digest of a message that an earlier version stored without it; undefined: its body is no record. */
export function digestOfBody(body: string): string | undefined {
  try {
    return digestOf(JSON.parse(body) as UplinkRecord);
  } catch {
    return undefined;
  }
}
