import { isDisplay, isRestricted } from '../../domain/accounts/scope.js';
import type { User } from '../../schema/accounts/user.js';
import type { PortStatus } from '../../schema/ports/port.js';
import type { Ports } from '../../serial/port/ports.js';
import type { Devices } from '../devices/devices.js';
import type { ProvisioningSessions } from '../provisioning/sessions.js';
import { canProvision } from '../provisioning/templates.js';
import type { StatusEvent } from './feed-event.js';

export type VisiblePortsOptions = {
  readonly ports: Pick<Ports, 'statuses'>;
  readonly devices: Pick<Devices, 'find'>;
};

/** The ports that a user may see: restricted users see the ports bound to a visible device. */
export const visiblePorts =
  ({ ports, devices }: VisiblePortsOptions) =>
  (user: User): PortStatus[] =>
    ports
      .statuses()
      .filter(({ deviceId }) => !isRestricted(user) || (deviceId !== null && devices.find(user, deviceId).ok));

export type StatusEventsOptions = {
  readonly portsOf: (user: User) => readonly PortStatus[];
  readonly provisionings: Pick<ProvisioningSessions, 'activePorts'>;
};

/** The current status of everything without an entry in the log, as far as the user may see it. */
export const statusEvents =
  ({ portsOf, provisionings }: StatusEventsOptions) =>
  (user: User): readonly StatusEvent[] => {
    if (isDisplay(user)) return [];
    return [
      ...portsOf(user).map((data) => ({ type: 'port' as const, data })),
      ...(canProvision(user)
        ? provisionings.activePorts().map((data) => ({ type: 'provisioning' as const, data }))
        : []),
    ];
  };
