import { failure } from '../../../errors.js';
import type { ProvisioningFailure, Setting, Settings, SettingValue } from '../../provision.js';
import { decodeUtf8, encodeUtf8 } from './settings-codec.js';
import { settings as known } from './settings.js';

const MAX_UINT32 = 0xffff_ffff;

/**
 * Why a value cannot be written to a node; undefined if it can. Texts are limited in bytes, because the firmware truncates
 * them silently. A number may exceed its range: it may restore what the node had.
 */
function describeProblem(value: SettingValue, { type, maxLength = 0, pattern = '' }: Setting): string | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be true or false';
  if (type !== 'string') {
    const isUint32 = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_UINT32;
    return isUint32 ? undefined : `must be a whole number from 0 to ${MAX_UINT32}`;
  }
  if (typeof value !== 'string') return 'must be text';
  const bytes = encodeUtf8(value);
  if (!new RegExp(pattern, 'u').test(value) || decodeUtf8(bytes) !== value)
    return 'must be visible text without control characters and unpaired surrogates';
  if (bytes.length <= maxLength) return undefined;
  return `must have at most ${maxLength} bytes of UTF-8, not ${bytes.length}: the node would truncate it`;
}

/** Why these settings cannot be written to a node; undefined if they can. */
export function validateSettings(settings: Settings): ProvisioningFailure | undefined {
  for (const [key, value] of Object.entries(settings)) {
    const setting = Object.hasOwn(known, key) ? known[key] : undefined;
    if (setting === undefined)
      return failure('refused', `no setting ${key}: use one of ${Object.keys(known).join(', ')}`);
    const problem = describeProblem(value, setting);
    if (problem !== undefined) return failure('refused', `${key} ${problem}`);
  }
  return undefined;
}
