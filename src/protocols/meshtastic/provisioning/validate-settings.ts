import { failure } from '../../../errors.js';
import type { ProvisioningFailure, Setting, Settings, SettingValue } from '../../provision.js';
import { decodeUtf8, encodeUtf8 } from './settings-codec.js';
import { settings as known } from './settings.js';

/** as the firmware holds numbers */
const MAX_UINT32 = 0xffff_ffff;

/**
 * Why a value can not be said to a node, or nothing. Texts are counted in bytes: the firmware cuts them without a word.
 * A number may be out of its range: it is given back to a node that had it before.
 */
function describeProblem(value: SettingValue, { type, maxLength = 0, pattern = '' }: Setting): string | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'is to be true or false';
  if (type !== 'string') {
    const isUint32 = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_UINT32;
    return isUint32 ? undefined : `is to be a whole number from 0 to ${MAX_UINT32}`;
  }
  if (typeof value !== 'string') return 'is to be a text';
  const bytes = encodeUtf8(value);
  if (!new RegExp(pattern, 'u').test(value) || decodeUtf8(bytes) !== value)
    return 'is to be a text that can be seen, without control characters and halves of characters';
  if (bytes.length <= maxLength) return undefined;
  return `takes ${maxLength} bytes of UTF-8 at most, and this text has ${bytes.length}: the node would cut it, so make it shorter`;
}

/** Why no node can be set so, if it can not. */
export function validateSettings(settings: Settings): ProvisioningFailure | undefined {
  for (const [key, value] of Object.entries(settings)) {
    const setting = Object.hasOwn(known, key) ? known[key] : undefined;
    if (setting === undefined)
      return failure('refused', `a Meshtastic node has no setting ${key}; it has ${Object.keys(known).join(', ')}`);
    const problem = describeProblem(value, setting);
    if (problem !== undefined) return failure('refused', `${key} ${problem}`);
  }
  return undefined;
}
