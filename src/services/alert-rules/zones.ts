import { canSee, hasPrivilege, isRestricted } from '../../domain/accounts/scope.js';
import { namedZones } from '../../domain/alert-rules/named-ids.js';
import { checkShape } from '../../domain/zones/check-shape.js';
import { collectionErrors, privilegeErrors } from '../../domain/messages.js';
import { success, type Failure, type Result } from '../../errors.js';
import { zoneErrors } from './messages.js';
import type { User } from '../../schema/accounts/user.js';
import type { Change } from '../../schema/entry.js';
import type { Zone, ZoneInput } from '../../schema/zones/zone.js';
import type { Store } from '../../store/store.js';
import { createCollection, type Collection } from '../collection.js';
import type { Edits } from '../edits.js';
import type { Time } from '../time/time.js';

/** A device in a zone; `since`: the first fix in it, UTC. */
type Visitor = { readonly deviceId: string; readonly since: string };

/** A device in a zone. */
type Visit = Visitor & { readonly zone: string };

/** The devices in a zone that the user may see, the first one in first; `total`: of all devices that the user may see. */
type Visitors = { readonly devices: readonly Visitor[]; readonly total: number };

/** Areas on the map. Everybody sees them; the privilege `messages` and no restriction let a user change them. */
export type Zones = Collection<Zone, ZoneInput> & {
  readonly visitors: (user: User, zoneId: string) => Result<Visitors>;
  /** of all zones, of the devices that the user may see */
  readonly visits: (user: User) => readonly Visit[];
};

export type ZonesOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly time: Pick<Time, 'now'>;
  readonly edits: Edits;
};

export const canManageAlertRules = (user: User): boolean => !isRestricted(user) && hasPrivilege(user, 'messages');

export const manageRefusal = (): Failure => privilegeErrors.restricted({ privilege: 'messages' });

export function createZones({ store, time, edits }: ZonesOptions): Zones {
  const { state } = store;
  const zones = createCollection<'zone', ZoneInput>({
    kind: 'zone',
    errors: collectionErrors.zones,
    entities: state.zones,
    store,
    time,
    edits,
    canSee: () => true,
    refuseChange: (user) => (canManageAlertRules(user) ? undefined : manageRefusal()),
    read({ name, description = '', color, home = false, shape }) {
      const checked = checkShape(shape);
      if (!checked.ok) return checked;
      return success({ name, description, ...(color !== undefined && { color }), home, shape });
    },
    onSave: ({ id, home }) => (home ? withoutHome(state, id) : []),
    onRemove: (id) => onRemove(state, id),
  });
  const isVisible = (user: User, deviceId: string): boolean =>
    state.devices.has(deviceId) && canSee(user, deviceId, state.groups);
  return {
    ...zones,
    visits: (user) =>
      [...state.zoneVisits]
        .filter(([deviceId]) => isVisible(user, deviceId))
        .flatMap(([deviceId, visits]) => Object.entries(visits).map(([zone, since]) => ({ deviceId, zone, since }))),
    visitors(user, zoneId) {
      const zone = zones.get(user, zoneId);
      if (!zone.ok) return zone;
      const { devices, zoneVisits } = state;
      const found = [...zoneVisits].flatMap(([deviceId, visits]) => {
        const since = visits[zoneId];
        return since !== undefined && isVisible(user, deviceId) ? [{ deviceId, since }] : [];
      });
      const total = [...devices.keys()].filter((deviceId) => isVisible(user, deviceId)).length;
      return success({ devices: found.sort((a, b) => (a.since < b.since ? -1 : 1)), total });
    },
  };
}

/** At most one zone is the home of the depot. */
const withoutHome = ({ zones }: Pick<Store['state'], 'zones'>, home: string): Change[] =>
  [...zones.values()].flatMap((zone): Change[] =>
    zone.home && zone.id !== home ? [{ kind: 'zone', v: { ...zone, home: false } }] : [],
  );

function onRemove({ alertRules }: Store['state'], zoneId: string): Result<readonly Change[]> {
  const names = [...alertRules.values()].filter((rule) => namedZones(rule).includes(zoneId)).map(({ name }) => name);
  if (names.length === 0) return success([]);
  return zoneErrors.inRules({ name: names.slice(0, 3) });
}
