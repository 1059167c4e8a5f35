import { MAX_DEPOT_DEVICES, MAX_DEPOT_GROUPS, type DepotDevice } from '../../schema/records/depot-device.js';
import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import type { SinkOptions } from '../sink.js';

/** What a center does not know yet of devices whose records it gets: it learns them with the first of these records. */
export type DeviceNews = {
  /** of the devices of these records; what does not fit comes with their next records */
  readonly of: (records: readonly UplinkRecord[]) => readonly DepotDevice[];
  readonly onSent: (devices: readonly DepotDevice[]) => void;
};

const MAX_KNOWN = 10_000;

export function createDeviceNews({ device, groupsOf }: Pick<SinkOptions, 'device' | 'groupsOf'>): DeviceNews {
  /** as they were sent over this connection, by id */
  const known = new Map<string, string>();

  function newsOf(id: string): DepotDevice[] {
    const found = device(id);
    if (found === undefined) return [];
    const news = {
      ...{ id, name: found.name, description: found.description ?? '' },
      groups: groupsOf(id).slice(0, MAX_DEPOT_GROUPS),
    };
    return known.get(id) === JSON.stringify(news) ? [] : [news];
  }

  return {
    of: (records) => [...new Set(records.map(({ deviceId }) => deviceId))].flatMap(newsOf).slice(0, MAX_DEPOT_DEVICES),
    onSent(devices) {
      for (const one of devices) {
        if (known.size >= MAX_KNOWN) known.clear();
        known.set(one.id, JSON.stringify(one));
      }
    },
  };
}
