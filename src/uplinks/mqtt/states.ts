import type { Location } from '../../schema/records/location.js';
import type { UplinkLocation } from '../../schema/uplinks/uplink-record.js';
import type { SinkOptions } from '../sink.js';
import { isTaken, type PublishAnswer } from './publication.js';

/** The newest location of a device. `id`: of its record, if this run of the gateway has published it. */
export type DeviceState = Pick<UplinkLocation, 'deviceId' | 'location'> & { readonly id?: string };

export type StatesOptions = {
  readonly options: Pick<SinkOptions, 'device' | 'devices' | 'lastLocation' | 'lastLocationAt'>;
  /** Publishes the retained state. */
  readonly publish: (state: DeviceState) => Promise<PublishAnswer>;
};

/** The retained state of each device: its newest location. */
export type States = {
  /** A newest location; undefined: it is there already, or the device exists no more. */
  readonly onLive: (record: UplinkLocation) => Promise<PublishAnswer> | undefined;
  /** A location of the history; undefined: there is a newer one, or it is there already. */
  readonly onHistory: (record: UplinkLocation) => Promise<PublishAnswer> | undefined;
  readonly forget: (deviceId: string) => void;
  /** After a new connection: nothing is known to be there. */
  readonly forgetAll: () => void;
  /** Publishes the states of all devices: a broker that was restarted may have lost them. */
  readonly showAll: () => Promise<void>;
};

/** States that are unanswered at once. */
const AT_ONCE = 10;

/** Keeps the time and the id of one location of each device. */
export function createStates({ options, publish }: StatesOptions): States {
  const { device, devices, lastLocation, lastLocationAt } = options;
  /** time of the location that was published, or is about to be, by device */
  const shown = new Map<string, string>();
  /** by device; they outlast a connection */
  const ids = new Map<string, { readonly id: string; readonly dateTime: string }>();
  /** counts the connections */
  let connection = 0;

  async function show(state: DeviceState): Promise<PublishAnswer> {
    const { deviceId, location, id } = state;
    const before = shown.get(deviceId);
    shown.set(deviceId, location.dateTime);
    if (id !== undefined) ids.set(deviceId, { id, dateTime: location.dateTime });
    const answer = await publish(state);
    if (!isTaken(answer) && shown.get(deviceId) === location.dateTime) {
      if (before === undefined) shown.delete(deviceId);
      else shown.set(deviceId, before);
    }
    return answer;
  }

  /** With its id: it was published without if only its device was known. */
  const isShown = ({ deviceId, location: { dateTime } }: UplinkLocation): boolean =>
    shown.get(deviceId) === dateTime && ids.get(deviceId)?.dateTime === dateTime;
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
      ids.delete(deviceId);
    },
    forgetAll() {
      connection += 1;
      shown.clear();
    },
    async showAll() {
      const own = connection;
      const running = new Set<Promise<void>>();
      for (const { id: deviceId } of devices()) {
        const location = lastLocation?.(deviceId);
        if (location === undefined || shown.has(deviceId)) continue;
        if (own !== connection) return;
        const showing: Promise<void> = show(stateAgain(deviceId, location, ids.get(deviceId))).then(() => {
          running.delete(showing);
        });
        running.add(showing);
        if (running.size >= AT_ONCE) await Promise.race(running);
      }
      await Promise.all(running);
    },
  };
}

const stateAgain = (
  deviceId: string,
  location: Location,
  known: { readonly id: string; readonly dateTime: string } | undefined,
): DeviceState =>
  known?.dateTime === location.dateTime ? { deviceId, location, id: known.id } : { deviceId, location };

/**
 * The newest location as one flat JSON object. `gps_accuracy` and `battery_level` are the names of Home Assistant for
 * `accuracy` and `battery`.
 */
export function statePayload({ id, deviceId, location }: DeviceState): string {
  const { accuracy, battery } = location;
  return JSON.stringify({
    ...{ id, deviceId, ...location },
    ...(accuracy !== undefined && { gps_accuracy: accuracy }),
    ...(battery !== undefined && { battery_level: battery }),
  });
}
