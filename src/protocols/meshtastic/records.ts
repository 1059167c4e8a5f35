import { isBelieved } from '../../domain/records/tracker-dates.js';
import { FUTURE_TOLERANCE_MS } from '../../domain/records/last-location.js';
import type { Alert } from '../../schema/records/alert.js';
import type { Location } from '../../schema/records/location.js';
import { createIsoFormatter } from '../utc.js';
import type { ClockQuality } from '../../schema/system/clock.js';
import type { RecordsMessage } from '../protocol.js';
import type { NodeUser } from './node.js';
import type { MeshPacket } from './packet.js';
import type { MeshPosition } from './position.js';

/** What is known of a node other than its position; `battery` in %. */
export type KnownNode = NodeUser & { readonly battery?: number | undefined };

/** `at`: when the gateway received it, ms since 1970. */
export type MeshReception = { readonly at: number; readonly packet?: MeshPacket };

/** `node`: the connected node received it then. */
type MeshTime = { readonly ms: number; readonly source: 'own' | 'node' | 'gateway' };

/** Creates records with the best available time. */
export function createRecordBuilder(clockQuality: () => ClockQuality) {
  const toIso = createIsoFormatter();

  /** `seconds`: the time of the node itself, used unless that of its reception by the connected node shows it to be wrong. */
  function timeOf(seconds: number | undefined, { at, packet }: MeshReception): MeshTime {
    const isRight = (time: number): boolean => isBelieved(time * 1000, { at, clockQuality: clockQuality() });
    const rxTime = packet?.rxTime !== undefined && isRight(packet.rxTime) ? packet.rxTime : undefined;
    const isOwn =
      seconds !== undefined &&
      (rxTime === undefined || (isRight(seconds) && seconds * 1000 <= rxTime * 1000 + FUTURE_TOLERANCE_MS));
    if (isOwn) return { ms: seconds * 1000, source: 'own' };
    return rxTime === undefined ? { ms: Math.max(0, at), source: 'gateway' } : { ms: rxTime * 1000, source: 'node' };
  }

  const dateTime = (seconds: number | undefined, reception: MeshReception): string =>
    toIso(timeOf(seconds, reception).ms);

  return {
    dateTime,

    /** Whether a node's own time (s since 1970) is believed. */
    isBelieved: (seconds: number, at: number): boolean =>
      isBelieved(seconds * 1000, { at, clockQuality: clockQuality() }),

    location(position: MeshPosition, { longName, battery }: KnownNode, reception: MeshReception): Location {
      const { time, attributes, ...place } = position;
      const { packet } = reception;
      const { ms, source } = timeOf(time, reception);
      const own: MeshPosition['attributes'] = { ...(longName !== undefined && { name: longName }), ...attributes };
      if (source !== 'own') own.timeSource = source;
      if (source === 'gateway') own.clockQuality = clockQuality();
      if (packet?.hops !== undefined) own.hops = packet.hops;
      if (packet?.viaMqtt === true) own.viaMqtt = true;
      return {
        dateTime: toIso(ms),
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
