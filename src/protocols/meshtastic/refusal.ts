import { fault, type Fault, type Setting, type Settings, type SettingValue } from '../provision.js';
import { textOf, utf8 } from './parts.js';
import { settings as known } from './settings.js';

/** as the firmware holds numbers */
const most = 0xffff_ffff;

/**
 * Why a value can not be said to a node, or nothing. Texts are counted in bytes: the firmware cuts them without a word.
 * A number may be out of its range: it is given back to a node that had it before.
 */
function wrong(value: SettingValue, { type, maxLength = 0, pattern = '' }: Setting): string | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'is to be true or false';
  if (type !== 'string') {
    const isWhole = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
    return isWhole ? undefined : `is to be a whole number from 0 to ${most}`;
  }
  if (typeof value !== 'string') return 'is to be a text';
  const bytes = utf8(value);
  if (!new RegExp(pattern, 'u').test(value) || textOf(bytes) !== value)
    return 'is to be a text that can be seen, without control characters and halves of characters';
  if (bytes.length <= maxLength) return undefined;
  return `takes ${maxLength} bytes of UTF-8 at most, and this text has ${bytes.length}: the node would cut it, so make it shorter`;
}

/** Why no node can be set so, if it can not. */
export function refusal(settings: Settings): Fault | undefined {
  for (const [key, value] of Object.entries(settings)) {
    const setting = Object.hasOwn(known, key) ? known[key] : undefined;
    if (setting === undefined)
      return fault('refused', `a Meshtastic node has no setting ${key}; it has ${Object.keys(known).join(', ')}`);
    const why = wrong(value, setting);
    if (why !== undefined) return fault('refused', `${key} ${why}`);
  }
  return undefined;
}
