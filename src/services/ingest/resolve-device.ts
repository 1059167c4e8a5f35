import { isDeviceId } from '../../domain/devices/device.js';
import { isExpired } from '../../domain/devices/license.js';
import type { Report } from '../../domain/report.js';
import { success, type Result } from '../../errors.js';
import { deviceErrors } from '../devices/messages.js';
import { reportErrors } from './messages.js';
import type { Logger } from '../../logger.js';
import type { Config } from '../../schema/config/config.js';
import type { ChangeOwner, Store } from '../../store/store.js';
import type { Devices } from '../devices/devices.js';
import type { Time } from '../time/time.js';
import { createQuarantine, type Quarantine, type QuarantineOptions } from './quarantine.js';

/** `unknownDevices` of the configuration. */
export type UnknownDeviceSetting = Config['serial']['unknownDevices'];

/** How reports from unknown devices on ports are handled. */
export type UnknownDevicePolicy = {
  readonly quarantine: Quarantine;
  /** For a port or listener: `register` quarantines the records if the registration is refused. */
  readonly settingOf: (port: string) => UnknownDeviceSetting;
  readonly logger: Pick<Logger, 'warn'>;
};

export type UnknownDevicePolicyOptions = QuarantineOptions & {
  /** `serial.unknownDevices`: may be changed */
  readonly setting: () => UnknownDeviceSetting;
  /** of the listeners, by path: none takes that of the ports */
  readonly listenerSettings: ReadonlyMap<string, UnknownDeviceSetting>;
  readonly logger: Pick<Logger, 'warn'>;
};

export function createUnknownDevicePolicy(options: UnknownDevicePolicyOptions): UnknownDevicePolicy {
  const { setting, listenerSettings, logger } = options;
  const settingOf = (port: string): UnknownDeviceSetting => listenerSettings.get(port) ?? setting();
  return { quarantine: createQuarantine(options), settingOf, logger };
}

export type ResolveDeviceOptions = {
  readonly state: Store['state'];
  readonly devices: Pick<Devices, 'register'>;
  readonly time: Pick<Time, 'trustedNow'>;
  /** left out: reports from unknown devices are refused */
  readonly unknown: UnknownDevicePolicy | undefined;
};

/** Does the report belong to a registered device or to the quarantine? A failure refuses the whole report. */
export type Resolution = Result<'device' | 'unknown'>;
/** Synchronous, unless a device has to be registered. */
export type ResolveDevice = (report: Report) => Resolution | Promise<Resolution>;

/** The port or the user whose budget of the log is used. */
function ownerOf({ source: { port }, userId }: Report): ChangeOwner | undefined {
  if (port !== undefined) return { port };
  return userId === undefined ? undefined : { user: userId };
}

function settingFor(
  { policy, source }: Report,
  unknown: UnknownDevicePolicy | undefined,
): UnknownDeviceSetting | undefined {
  if (policy !== undefined) return policy.unknownDevices === 'refuse' ? 'drop' : policy.unknownDevices;
  return source.port === undefined ? 'drop' : unknown?.settingOf(source.port);
}

export function createResolveDevice({ state, devices, time, unknown }: ResolveDeviceOptions): ResolveDevice {
  // While no license or no room is free, every report is refused one: warns once, and again after a registration succeeded.
  let isWarned = false;

  async function resolveUnknown(report: Report): Promise<Resolution> {
    const { deviceId, bound } = report;
    const setting = isDeviceId(deviceId) ? settingFor(report, unknown) : 'drop';
    const policy = setting === 'drop' ? undefined : unknown;
    if (!bound && policy === undefined) return deviceErrors.notFound({ id: deviceId });
    if (!bound && setting !== 'register') return success('unknown');
    // A device that the configuration binds to a port is always registered.
    const created = await devices.register(
      deviceId,
      bound ? undefined : (report.author ?? ownerOf(report)),
      report.policy?.group,
    );
    if (created.ok || state.devices.has(deviceId)) {
      isWarned = false;
      return success('device');
    }
    if (policy === undefined) return created;
    if (!isWarned)
      policy.logger.warn({ deviceId, reason: created.message }, 'device not registered: records quarantined');
    isWarned = true;
    return success('unknown');
  }

  return (report) => {
    const device = state.devices.get(report.deviceId);
    if (device === undefined) return resolveUnknown(report);
    if (!isExpired(device, time.trustedNow())) return success('device');
    return reportErrors.expiredDevice({ id: device.id });
  };
}
