import { MAX_DEPOT_DEVICES, MAX_DEPOT_GROUPS, type DepotDevice } from '../../schema/records/depot-device.js';
import type { UplinkRecord } from '../../schema/uplinks/uplink-record.js';
import type { SinkDevice, SinkGroup, SinkOptions } from '../sink.js';

/** What a center does not know yet of devices whose records it gets: it learns them with the first of these records. */
export type DeviceNews = {
  /** of the devices of these records; what does not fit comes with their next records */
  readonly of: (records: readonly UplinkRecord[]) => readonly DepotDevice[];
  readonly onSent: (devices: readonly DepotDevice[]) => void;
};

const MAX_KNOWN = 10_000;

export function createDeviceNews({ device, groups }: Pick<SinkOptions, 'device' | 'groups'>): DeviceNews {
  /** as they were sent over this connection, by id */
  const known = new Map<string, string>();
  /** those that are known as they are, by id: they are compared again after a change */
  const same = new Map<string, SinkDevice>();
  let compared: readonly SinkGroup[] = [];
  let groupsById: ReadonlyMap<string, readonly string[]> = new Map();

  function readGroups(): void {
    const now = [...groups()];
    if (now.length === compared.length && now.every((group, index) => group === compared[index])) return;
    compared = now;
    groupsById = namesById(now);
    same.clear();
  }

  function newsOf(id: string): DepotDevice[] {
    const found = device(id);
    if (found === undefined || same.get(id) === found) return [];
    const news = {
      ...{ id, name: found.name, description: found.description ?? '' },
      groups: (groupsById.get(id) ?? []).slice(0, MAX_DEPOT_GROUPS),
    };
    if (known.get(id) !== JSON.stringify(news)) return [news];
    if (same.size >= MAX_KNOWN) same.clear();
    same.set(id, found);
    return [];
  }

  return {
    of(records) {
      readGroups();
      return [...new Set(records.map(({ deviceId }) => deviceId))].flatMap(newsOf).slice(0, MAX_DEPOT_DEVICES);
    },
    onSent(devices) {
      for (const one of devices) {
        if (known.size >= MAX_KNOWN) known.clear();
        known.set(one.id, JSON.stringify(one));
      }
    },
  };
}

/** The names of the groups of each device, in the order of the groups. */
function namesById(groups: readonly SinkGroup[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { name, devices } of groups) {
    for (const id of new Set(devices)) {
      const ofDevice = names.get(id);
      if (ofDevice === undefined) names.set(id, [name]);
      else ofDevice.push(name);
    }
  }
  return names;
}
