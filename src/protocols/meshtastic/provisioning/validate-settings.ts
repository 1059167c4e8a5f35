import type { ProvisioningFailure, Setting, Settings, SettingValue } from '../../provision.js';
import { nodeErrors } from '../messages.js';
import { decodeUtf8, encodeUtf8 } from './settings-codec.js';
import { settings as known } from './settings.js';

const MAX_UINT32 = 0xffff_ffff;

/**
 * Why a value cannot be written to a node; undefined if it can. Texts are limited in bytes, because the firmware truncates
 * them silently. A number may exceed its range: it may restore what the node had.
 */
function findProblem(
  name: string,
  value: SettingValue,
  { type, maxLength = 0, pattern = '' }: Setting,
): ProvisioningFailure | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : nodeErrors.notBoolean({ setting: name });
  if (type !== 'string') {
    const isUint32 = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_UINT32;
    return isUint32 ? undefined : nodeErrors.notWhole({ setting: name, maximum: MAX_UINT32 });
  }
  if (typeof value !== 'string') return nodeErrors.notText({ setting: name });
  const bytes = encodeUtf8(value);
  if (!new RegExp(pattern, 'u').test(value) || decodeUtf8(bytes) !== value)
    return nodeErrors.notVisible({ setting: name });
  if (bytes.length <= maxLength) return undefined;
  return nodeErrors.tooLong({ setting: name, limit: maxLength, bytes: bytes.length });
}

/** Why these settings cannot be written to a node; undefined if they can. */
export function validateSettings(settings: Settings): ProvisioningFailure | undefined {
  for (const [key, value] of Object.entries(settings)) {
    const setting = Object.hasOwn(known, key) ? known[key] : undefined;
    if (setting === undefined) return nodeErrors.noSetting({ setting: key, settings: Object.keys(known) });
    const problem = findProblem(key, value, setting);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
