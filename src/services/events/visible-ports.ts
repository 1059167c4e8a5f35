import { isRestricted } from '../../domain/accounts/scope.js';
import type { PortStatus } from '../../schema/ports/port.js';
import type { User } from '../../schema/accounts/user.js';
import type { Ports } from '../../serial/port/ports.js';
import type { Devices } from '../devices/devices.js';

export type VisiblePortsOptions = {
  readonly ports: Pick<Ports, 'statuses'>;
  readonly devices: Pick<Devices, 'find'>;
};

/** The ports as a user may see them: one who is bound sees those bound to a device of his. */
export const visiblePorts =
  ({ ports, devices }: VisiblePortsOptions) =>
  (user: User): PortStatus[] =>
    ports
      .statuses()
      .filter(({ deviceId }) => !isRestricted(user) || (deviceId !== null && devices.find(user, deviceId).ok));
