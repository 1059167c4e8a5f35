import { isBound } from '../domain/scope.js';
import type { PortStatus } from '../schema/port.js';
import type { User } from '../schema/user.js';
import type { Ports } from '../serial/ports.js';
import type { Devices } from './devices.js';

export type PortViewOptions = {
  readonly ports: Pick<Ports, 'statuses'>;
  readonly devices: Pick<Devices, 'find'>;
};

/** The ports as a user may see them: one who is bound sees those bound to a device of his. */
export const createPortView =
  ({ ports, devices }: PortViewOptions) =>
  (user: User): PortStatus[] =>
    ports.statuses().filter(({ deviceId }) => !isBound(user) || (deviceId !== null && devices.find(user, deviceId).ok));
