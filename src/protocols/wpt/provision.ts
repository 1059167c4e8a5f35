import { failure, success } from '../../errors.js';
import type {
  Dialogue,
  Provision,
  ProvisioningResult,
  Settings,
  SettingValue,
  ProvisioningDriver,
  ProvisioningDriverOptions,
} from '../provision.js';
import { commit } from './commit.js';
import { createWptCommands } from './commands.js';
import { toTrackerInfo } from './hello.js';
import { wptSetupErrors } from './messages.js';
import { computeMac } from './mac.js';
import { isValidText, settings, invalidValue, decodeValue, encodeValue } from './settings.js';

/** The digest of a COM that only tests a key. It is not empty: the mac of an empty one would be that of a FAC. */
const NO_DIGEST = '0000';

/** Provisioning of WPT/1 trackers; wpt-1.md, section 7. */
export const provision: Provision = {
  settings,
  idSetting: 'id',
  baudSetting: 'baud',
  secrets: { key: 'current key of the tracker, if it has one: 32 hexadecimal digits' },
  open: openDriver,
};

function openDriver({ secrets: { key = '' }, nonce }: ProvisioningDriverOptions): ProvisioningDriver {
  const commands = createWptCommands({ nonce });
  const { requestHello, send } = commands;
  /** the last key that was written */
  let lastKey = key;

  function* readTexts(selector: string, names: readonly string[]): Dialogue<Settings> {
    const reply = yield* send('GET', selector);
    return reply.ok ? decodeSettings(reply.values, names) : reply;
  }

  return {
    *identify() {
      const hello = yield* requestHello();
      return hello.ok ? toTrackerInfo(hello.value) : hello;
    },

    *read(names) {
      // Values staged by an interrupted program are not settings: the tracker deletes them on IDN.
      const hello = yield* requestHello();
      return hello.ok ? yield* readTexts('*', names) : hello;
    },

    *proves({ key: wanted, ...others }) {
      if (wanted === undefined || Object.keys(others).length > 0) return success(false);
      const hello = yield* requestHello();
      if (!hello.ok) return hello;
      const nonce = commands.nonce();
      // Nothing is staged, so no COM can succeed; a tracker without a key does not look at the mac.
      const without = yield* send('COM', NO_DIGEST, '');
      if (without.ok || without.reason !== 'AUTH') return success(false);
      const withKey = yield* send('COM', NO_DIGEST, computeMac(String(wanted), nonce, NO_DIGEST));
      return success(!withKey.ok && withKey.reason === 'FIELD');
    },

    *write(settingsToWrite) {
      const texts = Object.entries(settingsToWrite).map(([name, value]) => [name, encodeValue(value)] as const);
      const problem = invalidValue(settingsToWrite) ?? keyProblem(key);
      if (problem !== undefined) return failure('refused', `nothing was sent: ${problem}`);
      if (texts.length === 0) return success(undefined);
      const hello = yield* requestHello();
      if (!hello.ok) return hello;
      const previous = settingsToWrite.baud === undefined ? success<Settings>({}) : yield* readTexts('baud', ['baud']);
      if (!previous.ok) return previous;
      if (settingsToWrite.baud !== undefined && previous.value.baud === undefined) {
        return wptSetupErrors.noBaudRate();
      }
      for (const [name, text] of texts) {
        const staged = yield* send('SET', name, text);
        if (!staged.ok) return staged;
      }
      // The tracker may already have this key from an interrupted dialogue, or from the one being undone.
      lastKey = String(settingsToWrite.key ?? lastKey);
      const keys = new Set([key, lastKey]);
      return yield* commit(commands, { texts, keys, from: previous.value.baud, to: settingsToWrite.baud });
    },
  };
}

const keyProblem = (key: string): string | undefined =>
  key === '' || (settings.key !== undefined && isValidText(settings.key, key))
    ? undefined
    : '`key` must be the current key of the tracker, 32 hexadecimal digits';

function decodeSettings(texts: ReadonlyMap<string, string>, names: readonly string[]): ProvisioningResult<Settings> {
  const values: Record<string, SettingValue> = {};
  for (const name of names) {
    const [setting, text] = [settings[name], texts.get(name)];
    if (setting === undefined || setting.writeOnly === true || text === undefined) continue;
    // An empty value is unknown, unless the setting may be empty.
    if (text === '' && setting.type !== 'string') continue;
    const value = decodeValue(setting, text);
    if (value === undefined) {
      return failure('garbled', `value of ${name}: expected ${setting.description}, got ${JSON.stringify(text)}`);
    }
    values[name] = value;
  }
  return success(values);
}
