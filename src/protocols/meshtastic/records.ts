import type { Alert } from '../../schema/alert.js';
import type { Location } from '../../schema/location.js';
import { createDateTime } from '../date-time.js';
import type { ClockQuality, RecordsMessage } from '../protocol.js';
import type { User } from './node.js';
import type { Packet } from './packet.js';
import { isSet, type Position } from './position.js';

/** What is known of a node beside its place; `battery` in %. */
export type Known = User & { readonly battery?: number | undefined };

/** How a packet came: `at` is when it was here, ms since 1970. */
export type Received = { readonly at: number; readonly packet?: Packet };

/** Makes records of what was read: each with the best time there is for it. */
export function createRecords(clockQuality: () => ClockQuality) {
  const dateTimeOf = createDateTime();

  /** `seconds`: what the node says itself; else when the attached node, or the gateway, had it. */
  function dateTime(seconds: number | undefined, { at, packet }: Received): string {
    const known = [seconds, packet?.rxTime].find(isSet);
    return dateTimeOf(known === undefined ? Math.max(0, at) : known * 1000);
  }

  return {
    dateTime,

    location(position: Position, { longName, battery }: Known, received: Received): Location {
      const { time, attributes, ...place } = position;
      const { packet } = received;
      const own: Position['attributes'] = { ...(longName !== undefined && { name: longName }), ...attributes };
      if (time === undefined) {
        if (isSet(packet?.rxTime)) own.timeSource = 'node';
        else Object.assign(own, { timeSource: 'gateway', clockQuality: clockQuality() });
      }
      if (packet?.hops !== undefined) own.hops = packet.hops;
      if (packet?.viaMqtt === true) own.viaMqtt = true;
      return {
        dateTime: dateTime(time, received),
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

/** Of what can not be read nothing is quoted. */
export const unreadable = (deviceId: string, what: string) =>
  [{ type: 'rejected', reason: `the ${what} of ${deviceId} can not be read` }] as const;

export const records = (
  deviceId: string,
  { locations = [], alerts = [], ...rest }: Partial<Pick<RecordsMessage, 'locations' | 'alerts' | 'telemetry'>>,
): readonly RecordsMessage[] => [{ type: 'records', deviceId, locations, alerts, ...rest }];
