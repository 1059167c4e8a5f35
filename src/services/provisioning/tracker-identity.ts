import type { TrackerInfo } from '../../protocols/provision.js';
import type { ProvisioningPortView } from '../../schema/provisioning/provisioning.js';

/** The tracker on a port, as the API shows it. */
export type TrackerIdentity = Pick<
  ProvisioningPortView,
  'hardwareId' | 'deviceId' | 'deviceName' | 'previousId' | 'model' | 'firmware'
>;

export const NO_TRACKER: TrackerIdentity = {
  hardwareId: null,
  deviceId: null,
  deviceName: null,
  previousId: null,
  model: null,
  firmware: null,
};

type NameOptions = { readonly deviceNameOf: (deviceId: string) => string | null };

/** `unit`: the tracker as it was found. `registeredId`: the device that it is from now on; undefined: it is as it was. */
export function identityOf(unit: TrackerInfo, { deviceNameOf }: NameOptions, registeredId?: string): TrackerIdentity {
  const { hardwareId, deviceId: foundId = null, model, firmware } = unit;
  const deviceId = registeredId ?? foundId;
  return {
    hardwareId,
    deviceId,
    deviceName: deviceId === null ? null : deviceNameOf(deviceId),
    previousId: foundId === deviceId ? null : foundId,
    model,
    firmware,
  };
}
