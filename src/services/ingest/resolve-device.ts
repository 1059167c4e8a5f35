import { isDeviceId } from '../../domain/devices/device.js';
import { isExpired } from '../../domain/devices/license.js';
import { failure, success, type Result } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { Report } from '../../domain/report.js';
import type { Store } from '../../store/store.js';
import type { Clock } from '../../time/clock.js';
import type { Devices } from '../devices/devices.js';
import type { Quarantine } from './quarantine.js';

/** What is done with that which comes over a port under an id that is not registered. */
export type UnknownDevicePolicy = {
  readonly quarantine: Quarantine;
  /** a device is made of it, unless that is refused */
  readonly autoRegister: boolean;
  readonly logger: Pick<Logger, 'warn'>;
};

export type ResolveDeviceOptions = {
  readonly state: Store['state'];
  readonly devices: Pick<Devices, 'register'>;
  readonly clock: Pick<Clock, 'now'>;
  /** left out: it is refused */
  readonly unknown: UnknownDevicePolicy | undefined;
};

/** Whose report it is: that of a device, or of an id that is to be kept aside; or why it is refused as a whole. */
export type Resolution = Result<'device' | 'unknown'>;
/** At once where nobody is to be registered for it. */
export type ResolveDevice = (report: Report) => Resolution | Promise<Resolution>;

export function createResolveDevice({ state, devices, clock, unknown }: ResolveDeviceOptions): ResolveDevice {
  // Without a free licence every report is refused one: it is said once, and again after there was one.
  let isWarned = false;

  async function resolveUnknown({ deviceId, bound, source }: Report): Promise<Resolution> {
    const policy = source.port !== undefined && isDeviceId(deviceId) ? unknown : undefined;
    if (!bound && policy === undefined) return failure('not_found', `there is no device ${deviceId}`);
    if (!bound && policy?.autoRegister !== true) return success('unknown');
    // Who bound a port to a device in the configuration wants that device.
    const created = await devices.register(deviceId);
    if (created.ok || created.code === 'conflict') {
      isWarned = false;
      return success('device');
    }
    if (policy === undefined) return created;
    if (!isWarned)
      policy.logger.warn({ deviceId, reason: created.message }, 'not registered: its records are quarantined');
    isWarned = true;
    return success('unknown');
  }

  return (report) => {
    const device = state.devices.get(report.deviceId);
    if (device === undefined) return resolveUnknown(report);
    if (!isExpired(device, clock.now())) return success('device');
    return failure('device_expired', `device ${device.id} has expired`);
  };
}
