import { success } from '../../errors.js';
import type { Requester, Dialogue, Settings, SettingValue } from '../provision.js';
import { ubxErrors } from './messages.js';
import { NORMAL } from './request-policy.js';
import { encodeValGet, VAL_GET, readValues, readVerdict } from './configuration.js';
import type { UbxPacket } from './packets.js';
import { isSetting, keyOf, toValue } from './settings.js';

/** The current values of known settings; `refused` as a whole if the firmware does not support one of them. */
export function* readKeys(
  request: Requester<UbxPacket>,
  names: readonly string[],
  baudRate?: number,
): Dialogue<Settings> {
  const subject = { command: `CFG-VALGET of ${names.join(', ')}` };
  const keys = names.map(keyOf);
  const values = yield* request({
    ...(baudRate !== undefined && { baudRate }),
    send: encodeValGet(keys),
    ...NORMAL,
    readResponse: (received) =>
      readValues(received, keys) ?? (readVerdict(VAL_GET, received) === 'refused' ? 'refused' : undefined),
  });
  if (values === undefined) return ubxErrors.noReply(subject);
  if (values === 'garbled') return ubxErrors.unreadable(subject);
  if (values === 'refused') return ubxErrors.unsupported(subject);
  const found: Record<string, SettingValue> = {};
  for (const name of names) {
    const value = values.get(keyOf(name));
    if (value !== undefined) found[name] = toValue(name, value);
  }
  return success(found);
}

/** The current values; settings that the firmware does not support are left out. */
export function* readSettings(request: Requester<UbxPacket>, names: readonly string[]): Dialogue<Settings> {
  const known = names.filter(isSetting);
  if (known.length === 0) return success({});
  const all = yield* readKeys(request, known);
  if (all.ok || all.code !== 'refused') return all;
  const found: Record<string, SettingValue> = {};
  for (const name of known) {
    const one = yield* readKeys(request, [name]);
    if (one.ok) Object.assign(found, one.value);
    else if (one.code !== 'refused') return one;
  }
  return success(found);
}
