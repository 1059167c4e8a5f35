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
import { isValidText, settings, invalidValue, decodeValue, encodeValue } from './settings.js';

/** How trackers of WPT/1 are set up; section 7 of wpt-1.md. */
export const provision: Provision = {
  settings,
  idSetting: 'id',
  baudSetting: 'baud',
  secrets: { key: 'the key it has, if it has one: 32 hexadecimal digits' },
  open: openDriver,
};

function openDriver({ secrets: { key = '' }, nonce }: ProvisioningDriverOptions): ProvisioningDriver {
  const commands = createWptCommands({ nonce });
  const { requestHello, send } = commands;
  /** the last one that a tracker was to have */
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
      // What somebody staged and never finished is no setting: it is forgotten when it says hello.
      const hello = yield* requestHello();
      return hello.ok ? yield* readTexts('*', names) : hello;
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
        return failure('garbled', 'the tracker does not say how fast its line is: a VAL of baud was expected');
      }
      for (const [name, text] of texts) {
        const staged = yield* send('SET', name, text);
        if (!staged.ok) return staged;
      }
      // It may have got this key already, of a dialogue that was cut short or is to be taken back.
      lastKey = String(settingsToWrite.key ?? lastKey);
      const keys = new Set([key, lastKey]);
      return yield* commit(commands, { texts, keys, from: previous.value.baud, to: settingsToWrite.baud });
    },
  };
}

const keyProblem = (key: string): string | undefined =>
  key === '' || (settings.key !== undefined && isValidText(settings.key, key))
    ? undefined
    : 'the key it has is given as `key`, 32 hexadecimal digits';

function decodeSettings(texts: ReadonlyMap<string, string>, names: readonly string[]): ProvisioningResult<Settings> {
  const values: Record<string, SettingValue> = {};
  for (const name of names) {
    const [setting, text] = [settings[name], texts.get(name)];
    if (setting === undefined || setting.writeOnly === true || text === undefined) continue;
    // Empty is not known, but where there may be none.
    if (text === '' && setting.type !== 'string') continue;
    const value = decodeValue(setting, text);
    if (value === undefined) {
      return failure('garbled', `the tracker says ${name} is ${JSON.stringify(text)}; it is ${setting.description}`);
    }
    values[name] = value;
  }
  return success(values);
}
