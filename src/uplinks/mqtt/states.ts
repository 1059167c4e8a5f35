import type { UplinkLocation } from '../../schema/uplinks/uplink-record.js';
import type { SinkOptions } from '../sink.js';
import { isTaken, type PublishAnswer } from './publication.js';

export type StatesOptions = Pick<SinkOptions, 'device' | 'lastLocationAt'> & {
  /** Publishes the retained state. */
  readonly publish: (record: UplinkLocation) => Promise<PublishAnswer>;
};

/** The retained state of each device: its newest location. */
export type States = {
  /** A newest location; undefined: it is there already, or the device exists no more. */
  readonly onLive: (record: UplinkLocation) => Promise<PublishAnswer> | undefined;
  /** A location of the history; undefined: there is a newer one, or it is there already. */
  readonly onHistory: (record: UplinkLocation) => Promise<PublishAnswer> | undefined;
  readonly forget: (deviceId: string) => void;
  /** A broker that was restarted may have lost all states. */
  readonly forgetAll: () => void;
};

/** Keeps the time of one location of each device. */
export function createStates({ device, lastLocationAt, publish }: StatesOptions): States {
  /** time of the location that was published, or is about to be, by device */
  const shown = new Map<string, string>();

  async function show(record: UplinkLocation): Promise<PublishAnswer> {
    const { deviceId, location } = record;
    const before = shown.get(deviceId);
    shown.set(deviceId, location.dateTime);
    const answer = await publish(record);
    if (!isTaken(answer) && shown.get(deviceId) === location.dateTime) {
      if (before === undefined) shown.delete(deviceId);
      else shown.set(deviceId, before);
    }
    return answer;
  }

  const isShown = ({ deviceId, location }: UplinkLocation): boolean => shown.get(deviceId) === location.dateTime;
  const exists = ({ deviceId }: UplinkLocation): boolean => device(deviceId) !== undefined;

  return {
    onLive: (record) => (isShown(record) || !exists(record) ? undefined : show(record)),
    onHistory(record) {
      const { deviceId, location, future } = record;
      if (future === true || location.unfit !== undefined || isShown(record)) return undefined;
      if (lastLocationAt(deviceId) !== location.dateTime) return undefined;
      return exists(record) ? show(record) : undefined;
    },
    forget(deviceId) {
      shown.delete(deviceId);
    },
    forgetAll() {
      shown.clear();
    },
  };
}

/**
 * The newest location as one flat JSON object. `gps_accuracy` and `battery_level` are the names of Home Assistant for
 * `accuracy` and `battery`.
 */
export function statePayload({ id, deviceId, location }: UplinkLocation): string {
  const { accuracy, battery } = location;
  return JSON.stringify({
    ...{ id, deviceId, ...location },
    ...(accuracy !== undefined && { gps_accuracy: accuracy }),
    ...(battery !== undefined && { battery_level: battery }),
  });
}
