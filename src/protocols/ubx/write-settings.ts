import { failure, success } from '../../errors.js';
import type {
  Requester,
  Dialogue,
  ProvisioningFailure,
  ProvisioningResult,
  Settings,
  SettingValue,
} from '../provision.js';
import { NORMAL, noResponse } from './request-policy.js';
import { LAYERS, encodeValSet, VAL_SET, readVerdict } from './configuration.js';
import type { UbxPacket } from './packets.js';
import { readKeys } from './read-settings.js';
import { BAUD_SETTING, validateSettings, keyOf } from './settings.js';

const RETRY_HINT = 'the settings may have been written: try again';

const refused = (subject: string): ProvisioningFailure =>
  failure(
    'refused',
    `receiver rejected ${subject} and changed nothing: its firmware does not support a setting, a value is out of range, or its configuration is locked (CFG-SEC-CFG_LOCK): remove the setting or unlock the receiver`,
  );

/**
 * Writes the settings permanently, all or none: one CFG-VALSET writes them to RAM (in effect), battery-backed memory and
 * flash.
 */
export function* writeSettings(request: Requester<UbxPacket>, settingsToWrite: Settings): Dialogue<undefined> {
  const invalid = validateSettings(settingsToWrite);
  if (invalid !== undefined) return invalid;
  const values = new Map(Object.entries(settingsToWrite).map(([name, value]) => [keyOf(name), Number(value)]));
  if (values.size === 0) return success(undefined);
  const subject = `CFG-VALSET of ${JSON.stringify(settingsToWrite)}`;

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
  if (verdict === 'refused') return refused(subject);
  if (changesBaudRate) return yield* confirmBaudRate(request, subject, Number(to), from);
  return verdict === undefined ? noResponse(subject, RETRY_HINT) : success(undefined);
}

/** The acknowledgement may get lost when the baud rate changes; any reply at the new one proves success. */
function* confirmBaudRate(
  request: Requester<UbxPacket>,
  subject: string,
  to: number,
  from: SettingValue | undefined,
): Dialogue<undefined> {
  const speeds = typeof from === 'number' ? [to, from] : [to];
  for (const baudRate of speeds) {
    const current = yield* readKeys(request, [BAUD_SETTING], baudRate);
    if (!current.ok && current.code === 'no_answer') continue;
    if (baudRate === to) return success(undefined);
    return failure('no_answer', `no reply at ${to} bit/s after ${subject}, but at ${baudRate} bit/s: try again`);
  }
  return noResponse(`${subject}, then at ${speeds.join(' and ')} bit/s`, RETRY_HINT);
}
