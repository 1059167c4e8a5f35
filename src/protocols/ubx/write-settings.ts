import { success } from '../../errors.js';
import type { Requester, Dialogue, ProvisioningResult, Settings, SettingValue } from '../provision.js';
import { ubxErrors } from './messages.js';
import { NORMAL } from './request-policy.js';
import { LAYERS, encodeValSet, VAL_SET, readVerdict } from './configuration.js';
import type { UbxPacket } from './packets.js';
import { readKeys } from './read-settings.js';
import { BAUD_SETTING, validateSettings, keyOf } from './settings.js';

/**
 * Writes the settings permanently, all or none: one CFG-VALSET writes them to RAM (in effect), battery-backed memory and
 * flash.
 */
export function* writeSettings(request: Requester<UbxPacket>, settingsToWrite: Settings): Dialogue<undefined> {
  const invalid = validateSettings(settingsToWrite);
  if (invalid !== undefined) return invalid;
  const values = new Map(Object.entries(settingsToWrite).map(([name, value]) => [keyOf(name), Number(value)]));
  if (values.size === 0) return success(undefined);
  const command = `CFG-VALSET of ${JSON.stringify(settingsToWrite)}`;

  const to = settingsToWrite[BAUD_SETTING];
  const before: ProvisioningResult<Settings> =
    to === undefined ? success({}) : yield* readKeys(request, [BAUD_SETTING]);
  if (!before.ok && before.code !== 'refused') return before;
  const from = before.ok ? before.value[BAUD_SETTING] : undefined;
  const changesBaudRate = from !== to;

  const sendTo = (layers: number) =>
    request({
      send: encodeValSet(values, layers),
      ...NORMAL,
      // A receiver that has changed its baud rate would not receive a repetition.
      ...(changesBaudRate && { maxAttempts: 1 }),
      readResponse: (received) => readVerdict(VAL_SET, received),
    });
  let verdict = yield* sendTo(LAYERS.ram | LAYERS.battery | LAYERS.flash);
  // Modules without flash (MAX-M10S) reject commands that name it; their battery-backed memory has to do.
  if (verdict === 'refused') verdict = yield* sendTo(LAYERS.ram | LAYERS.battery);
  if (verdict === 'refused') return ubxErrors.rejected({ command });
  if (changesBaudRate) return yield* confirmBaudRate(request, command, Number(to), from);
  return verdict === undefined ? ubxErrors.noReplyToWrite({ command }) : success(undefined);
}

/** The acknowledgement may get lost when the baud rate changes; any reply at the new one proves success. */
function* confirmBaudRate(
  request: Requester<UbxPacket>,
  command: string,
  to: number,
  from: SettingValue | undefined,
): Dialogue<undefined> {
  const speeds = typeof from === 'number' ? [to, from] : [to];
  for (const baudRate of speeds) {
    const current = yield* readKeys(request, [BAUD_SETTING], baudRate);
    if (!current.ok && current.code === 'no_answer') continue;
    if (baudRate === to) return success(undefined);
    return ubxErrors.otherSpeed({ to, command, actual: baudRate });
  }
  return typeof from === 'number'
    ? ubxErrors.noReplyAtBoth({ command, speed: to, other: from })
    : ubxErrors.noReplyAt({ command, speed: to });
}
