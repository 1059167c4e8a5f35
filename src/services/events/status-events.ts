import { isDisplay, isRestricted } from '../../domain/accounts/scope.js';
import type { User } from '../../schema/accounts/user.js';
import type { PortStatus } from '../../schema/ports/port.js';
import type { Result } from '../../errors.js';
import type { PortsAndListeners } from '../../serial/listeners/listeners.js';
import type { PeerPage } from '../../serial/listeners/peers.js';
import { listenerErrors, portErrors } from '../../serial/messages.js';
import type { Ports } from '../../serial/port/ports.js';
import type { Devices } from '../devices/devices.js';
import type { ProvisioningSessions } from '../provisioning/sessions.js';
import { canProvision } from '../provisioning/templates.js';
import type { Uplinks } from '../uplinks/uplinks.js';
import type { StatusEvent } from './feed-event.js';

export type VisiblePortsOptions = {
  readonly ports: Pick<Ports, 'statuses' | 'unused'>;
  readonly devices: Pick<Devices, 'find'>;
};

/**
 * The ports that a user may see: restricted users see the ports bound to a visible device. Users who may use them also
 * see the serial devices that are not used.
 */
export const visiblePorts =
  ({ ports, devices }: VisiblePortsOptions) =>
  (user: User): PortStatus[] => [
    ...ports
      .statuses()
      .filter(({ deviceId }) => !isRestricted(user) || (deviceId !== null && devices.find(user, deviceId).ok)),
    ...(canProvision(user) ? ports.unused() : []),
  ];

export type VisibleConnectionsOptions = {
  readonly ports: Pick<PortsAndListeners, 'connections'>;
  readonly portsOf: (user: User) => readonly PortStatus[];
};

/** A page of the connections of a listener that the user may see. */
export type VisibleConnections = (
  user: User,
  path: string,
  page: { readonly after: number; readonly limit: number },
) => Result<PeerPage>;

/** `not_found`: no such port, or the user may not see it; `conflict`: it is no listener. */
export const visibleConnections =
  ({ ports, portsOf }: VisibleConnectionsOptions): VisibleConnections =>
  (user, path, page) => {
    const port = portsOf(user).find((own) => own.path === path);
    if (port === undefined) return portErrors.notFound({ path });
    if (port.listener === undefined) return listenerErrors.isPort({ path });
    return ports.connections(path, page);
  };

export type StatusEventsOptions = {
  readonly portsOf: (user: User) => readonly PortStatus[];
  readonly provisionings: Pick<ProvisioningSessions, 'activePorts'>;
  readonly uplinks: Pick<Uplinks, 'list'>;
};

/** The current status of everything without an entry in the log, as far as the user may see it. */
export const statusEvents =
  ({ portsOf, provisionings, uplinks }: StatusEventsOptions) =>
  (user: User): readonly StatusEvent[] => {
    if (isDisplay(user)) return [];
    const seen = uplinks.list(user);
    return [
      ...portsOf(user).map((data) => ({ type: 'port' as const, data })),
      ...(canProvision(user)
        ? provisionings.activePorts().map((data) => ({ type: 'provisioning' as const, data }))
        : []),
      ...(seen.ok ? seen.value : []).map((uplink) => ({
        type: 'uplink' as const,
        data: { name: uplink.name, uplink },
      })),
    ];
  };

/** The event of an uplink that is there no more, for users who saw it. */
export const removedUplink = (user: User, name: string): readonly StatusEvent[] =>
  isDisplay(user) || isRestricted(user) ? [] : [{ type: 'uplink', data: { name, uplink: null } }];
