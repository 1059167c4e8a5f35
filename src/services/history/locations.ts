import { canSeeLast, hasPrivilege, visibleFrom } from '../../domain/accounts/scope.js';
import { success, type Result } from '../../errors.js';
import { privilegeErrors } from '../../domain/messages.js';
import type { Receipt } from '../../domain/report.js';
import type { Location } from '../../schema/records/location.js';
import type { User } from '../../schema/accounts/user.js';
import type { Receive } from '../../domain/report.js';
import type { HistoryPage, HistoryQuery } from '../../store/history/history.js';
import type { Store } from '../../store/store.js';
import type { Devices } from '../devices/devices.js';
import { withActiveAlerts } from './active-alerts.js';
import { readAtTimes } from './read-at-times.js';

/** Locations for a user; a device outside the user's scope is `not_found`. */
export type Locations = {
  /** the newest credible fix with the alerts that are active; null if there is none yet */
  readonly last: (user: User, deviceId: string) => Result<Location | null>;
  readonly range: (user: User, query: HistoryQuery) => Promise<Result<HistoryPage<Location>>>;
  /** Stores all or none; requires the privilege `ingest`. */
  readonly post: (user: User, deviceId: string, locations: readonly Location[]) => Promise<Receipt>;
  /** These locations of a device as they are stored, in the order given; as given where the user may not see them. */
  readonly findStored: (user: User, deviceId: string, locations: readonly Location[]) => Promise<readonly Location[]>;
};

export type LocationsOptions = {
  readonly store: Pick<Store, 'state' | 'history'>;
  readonly devices: Pick<Devices, 'find'>;
  readonly receive: Receive;
};

export function createLocations({ store, devices, receive }: LocationsOptions): Locations {
  const fromEntryOf = (user: User, deviceId: string): number => visibleFrom(user, deviceId, store.state.registrations);

  return {
    last(user, deviceId) {
      const device = devices.find(user, deviceId);
      if (!device.ok) return device;
      const isVisible = canSeeLast(user, deviceId, 'location', store.state.inherited);
      const last = isVisible ? store.state.lastLocations.get(deviceId) : undefined;
      return success(last === undefined ? null : withActiveAlerts(store, user, deviceId, last));
    },
    async range(user, query) {
      const device = devices.find(user, query.deviceId);
      return device.ok ? store.history.locations({ ...query, fromEntry: fromEntryOf(user, query.deviceId) }) : device;
    },
    async post(user, deviceId, locations) {
      if (!hasPrivilege(user, 'ingest')) return privilegeErrors.missing({ privilege: 'ingest' });
      const device = devices.find(user, deviceId);
      if (!device.ok) return device;
      return receive({ deviceId, locations, alerts: [], source: { protocol: 'http' }, bound: false, userId: user.id });
    },
    async findStored(user, deviceId, locations) {
      const fromEntry = fromEntryOf(user, deviceId);
      const found = await readAtTimes(locations, (query) => store.history.locations({ deviceId, fromEntry, ...query }));
      // Of records with the same key, the first one is the one that later ones repeat.
      const stored = new Map(found.toReversed().map((one) => [keyOf(one), one]));
      // A duplicate whose time was corrected since is stored under another time.
      return locations.map((location) => stored.get(keyOf(location)) ?? location);
    },
  };
}

const keyOf = ({ dateTime, latitude, longitude }: Location): string => `${dateTime} ${latitude} ${longitude}`;
