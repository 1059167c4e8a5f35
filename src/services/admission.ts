import { isDeviceId } from '../domain/device.js';
import { isExpired } from '../domain/licence.js';
import { failure, success, type Result } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Report } from '../serial/receive.js';
import type { Store } from '../store/store.js';
import type { Clock } from './clock.js';
import type { Devices } from './devices.js';
import type { Quarantine } from './quarantine.js';

/** What is done with that which comes over a port under an id that is not registered. */
export type UnknownPolicy = {
  readonly quarantine: Quarantine;
  /** a device is made of it, unless that is refused */
  readonly registers: boolean;
  readonly logger: Pick<Logger, 'warn'>;
};

export type AdmissionOptions = {
  readonly state: Store['state'];
  readonly devices: Pick<Devices, 'register'>;
  readonly clock: Pick<Clock, 'now'>;
  /** left out: it is refused */
  readonly unknown: UnknownPolicy | undefined;
};

/** Whose report it is: that of a device, or of an id that is to be kept aside; or why it is refused as a whole. */
export type Whose = Result<'device' | 'unknown'>;
/** At once where nobody is to be registered for it. */
export type Admit = (report: Report) => Whose | Promise<Whose>;

export function createAdmission({ state, devices, clock, unknown }: AdmissionOptions): Admit {
  // Without a free licence every report is refused one: it is said once, and again after there was one.
  let told = false;

  async function admitUnknown({ deviceId, bound, source }: Report): Promise<Whose> {
    const heard = source.port !== undefined && isDeviceId(deviceId) ? unknown : undefined;
    if (!bound && heard === undefined) return failure('not_found', `there is no device ${deviceId}`);
    if (!bound && heard?.registers !== true) return success('unknown');
    // Who bound a port to a device in the configuration wants that device.
    const created = await devices.register(deviceId);
    if (created.ok || created.code === 'conflict') {
      told = false;
      return success('device');
    }
    if (heard === undefined) return created;
    if (!told) heard.logger.warn({ deviceId, reason: created.message }, 'not registered: its records are quarantined');
    told = true;
    return success('unknown');
  }

  return (report) => {
    const device = state.devices.get(report.deviceId);
    if (device === undefined) return admitUnknown(report);
    if (!isExpired(device, clock.now())) return success('device');
    return failure('device_expired', `device ${device.id} has expired`);
  };
}
