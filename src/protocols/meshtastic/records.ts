import type { Alert } from '../../schema/records/alert.js';
import type { Location } from '../../schema/records/location.js';
import { createIsoFormatter } from '../utc.js';
import type { ClockQuality } from '../../schema/system/clock.js';
import type { RecordsMessage } from '../protocol.js';
import type { NodeUser } from './node.js';
import type { MeshPacket } from './packet.js';
import { isCredibleTime, type MeshPosition } from './position.js';

/** What is known of a node other than its position; `battery` in %. */
export type KnownNode = NodeUser & { readonly battery?: number | undefined };

/** `at`: when the gateway received it, ms since 1970. */
export type MeshReception = { readonly at: number; readonly packet?: MeshPacket };

/** Creates records with the best available time. */
export function createRecordBuilder(clockQuality: () => ClockQuality) {
  const toIso = createIsoFormatter();

  /** `seconds`: the time of the node itself; otherwise the time of reception by the connected node or the gateway. */
  function dateTime(seconds: number | undefined, { at, packet }: MeshReception): string {
    const credible = [seconds, packet?.rxTime].find(isCredibleTime);
    return toIso(credible === undefined ? Math.max(0, at) : credible * 1000);
  }

  return {
    dateTime,

    location(position: MeshPosition, { longName, battery }: KnownNode, reception: MeshReception): Location {
      const { time, attributes, ...place } = position;
      const { packet } = reception;
      const own: MeshPosition['attributes'] = { ...(longName !== undefined && { name: longName }), ...attributes };
      if (time === undefined) {
        if (isCredibleTime(packet?.rxTime)) own.timeSource = 'node';
        else Object.assign(own, { timeSource: 'gateway', clockQuality: clockQuality() });
      }
      if (packet?.hops !== undefined) own.hops = packet.hops;
      if (packet?.viaMqtt === true) own.viaMqtt = true;
      return {
        dateTime: dateTime(time, reception),
        ...place,
        ...(battery !== undefined && { battery }),
        ...(Object.keys(own).length > 0 && { attributes: own }),
      };
    },

    alert: (kind: string, text: string | undefined, at: string): Alert => ({
      dateTime: at,
      alerts: [kind],
      ...(text !== undefined && { text }),
    }),
  };
}

/** The reason does not quote unreadable input. */
export const rejectUnreadable = (deviceId: string, what: string) =>
  [{ type: 'rejected', reason: `unreadable ${what} of ${deviceId}` }] as const;

export const recordsMessage = (
  deviceId: string,
  { locations = [], alerts = [], ...rest }: Partial<Pick<RecordsMessage, 'locations' | 'alerts' | 'telemetry'>>,
): readonly RecordsMessage[] => [{ type: 'records', deviceId, locations, alerts, ...rest }];
