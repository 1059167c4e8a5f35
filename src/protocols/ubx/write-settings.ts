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

const RETRY_HINT = 'It may have been done: do it again.';

const refused = (subject: string): ProvisioningFailure =>
  failure(
    'refused',
    `The receiver refuses ${subject} and has changed nothing: its firmware does not know one of them, a value is out of its range, or its configuration is locked (CFG-SEC-CFG_LOCK). Leave out what it has not got, or unlock it.`,
  );

/**
 * Sets all of them for good, or none: one CFG-VALSET puts them where they are in force, where the backup battery holds
 * them, and in flash.
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
      // Who has gone over to another speed does not hear it again.
      ...(changesBaudRate && { maxAttempts: 1 }),
      readResponse: (received) => readVerdict(VAL_SET, received),
    });
  let verdict = yield* sendTo(LAYERS.ram | LAYERS.battery | LAYERS.flash);
  // Modules without a flash memory (MAX-M10S) refuse whatever names it: there, what their battery holds has to do.
  if (verdict === 'refused') verdict = yield* sendTo(LAYERS.ram | LAYERS.battery);
  if (verdict === 'refused') return refused(subject);
  if (changesBaudRate) return yield* confirmBaudRate(request, subject, Number(to), from);
  return verdict === undefined ? noResponse(subject, RETRY_HINT) : success(undefined);
}

/** The acknowledgement may get lost in the change of speed: what proves it is any answer at the new one. */
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
    return failure(
      'no_answer',
      `The receiver does not answer at ${to} bit/s after ${subject}, and still does at ${baudRate}: do it again.`,
    );
  }
  return noResponse(`${subject}, then at ${speeds.join(' and ')} bit/s`, RETRY_HINT);
}
