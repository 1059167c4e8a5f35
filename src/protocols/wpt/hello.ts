import { idSchema } from '../../schema/common.js';
import { failure, success } from '../../errors.js';
import type { ProvisioningResult, TrackerInfo } from '../provision.js';
import { WPT_VERSION } from './replies.js';
import type { WptLine } from './line.js';

/** What a tracker says of itself in `HEL`, as far as setting it up goes. */
export type Hello = {
  readonly proto: string;
  readonly id: string;
  readonly model: string;
  readonly firmware: string;
  /** is another one as soon as what is staged is forgotten */
  readonly nonce: string;
  /** undefined: it does not say */
  readonly hardware: string | undefined;
  /** the digest of what was set last; undefined: nothing was */
  readonly cfg: string | undefined;
};

/** Undefined when the line is another one. */
export function readHello({ type, fields }: WptLine): Hello | undefined {
  if (type !== 'HEL') return undefined;
  const [proto = '', id = '', , , , model = '', firmware = '', nonce = '', caps = ''] = fields;
  const cap = (name: string): string | undefined =>
    caps
      .split(',')
      .find((one) => one.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  return { proto, id, model, firmware, nonce, hardware: cap('hw'), cfg: cap('cfg') };
}

const ID_PATTERN = new RegExp(idSchema.pattern);
const isId = (text: string): boolean => ID_PATTERN.test(text) && text.length <= idSchema.maxLength;

/** Who said it. */
export function toTrackerInfo({ proto, id, model, firmware, hardware = id }: Hello): ProvisioningResult<TrackerInfo> {
  if (Number(proto) !== WPT_VERSION) {
    return garbled(`version ${proto || 'none'} of WPT; ${WPT_VERSION} was expected: give it other firmware`);
  }
  if (id !== '' && !isId(id))
    return garbled(`the id ${JSON.stringify(id)}; up to 64 of A-Z a-z 0-9 . _ : - were expected`);
  if (!isId(hardware)) {
    return garbled(
      `the hardware id ${JSON.stringify(hardware)} (hw= in its HEL) and no other by which it can be known`,
    );
  }
  return success({ hardwareId: hardware, ...(id === '' ? {} : { deviceId: id }), model, firmware });
}

const garbled = (what: string): ProvisioningResult<TrackerInfo> => failure('garbled', `the tracker says ${what}`);
