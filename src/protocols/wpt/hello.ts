import { isDeviceId } from '../../domain/devices/device.js';
import { success } from '../../errors.js';
import type { ProvisioningResult, TrackerInfo } from '../provision.js';
import { WPT_VERSION } from './replies.js';
import { wptSetupErrors } from './messages.js';
import type { WptLine } from './line.js';

/** The fields of `HEL` that provisioning needs. */
export type Hello = {
  readonly proto: string;
  readonly id: string;
  readonly model: string;
  readonly firmware: string;
  /** changes whenever the staged values are deleted */
  readonly nonce: string;
  /** undefined: not sent */
  readonly hardware: string | undefined;
  /** the digest of the last commit; undefined: nothing was set */
  readonly cfg: string | undefined;
};

/** Undefined if the line is not a `HEL`. */
export function readHello({ type, fields }: WptLine): Hello | undefined {
  if (type !== 'HEL') return undefined;
  const [proto = '', id = '', , , , model = '', firmware = '', nonce = '', caps = ''] = fields;
  const cap = (name: string): string | undefined =>
    caps
      .split(',')
      .find((word) => word.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  return { proto, id, model, firmware, nonce, hardware: cap('hw'), cfg: cap('cfg') };
}

export function toTrackerInfo({ proto, id, model, firmware, hardware = id }: Hello): ProvisioningResult<TrackerInfo> {
  if (Number(proto) !== WPT_VERSION) {
    return proto === ''
      ? wptSetupErrors.noVersion({ expected: WPT_VERSION })
      : wptSetupErrors.version({ expected: WPT_VERSION, actual: proto });
  }
  if (id !== '' && !isDeviceId(id)) return wptSetupErrors.deviceId({ reply: JSON.stringify(id) });
  if (!isDeviceId(hardware)) {
    return wptSetupErrors.hardwareId({ reply: JSON.stringify(hardware) });
  }
  return success({ hardwareId: hardware, ...(id === '' ? {} : { deviceId: id }), model, firmware });
}
