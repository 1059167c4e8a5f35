import {
  fault,
  said,
  type Dialogue,
  type Provision,
  type Said,
  type Settings,
  type SettingValue,
  type Talk,
  type TalkOptions,
} from '../provision.js';
import { commit } from './commit.js';
import { createCommands } from './commands.js';
import { unitOf } from './hello.js';
import { isOf, settings, unsayable, valueOf, wireOf } from './settings.js';

/** How trackers of WPT/1 are set up; section 7 of wpt-1.md. */
export const provision: Provision = {
  settings,
  idSetting: 'id',
  baudSetting: 'baud',
  secrets: { key: 'the key it has, if it has one: 32 hexadecimal digits' },
  open: openTalk,
};

function openTalk({ secrets: { key = '' }, nonce }: TalkOptions): Talk {
  const commands = createCommands({ nonce });
  const { greet, command } = commands;
  /** the last one that a tracker was to have */
  let given = key;

  function* tell(which: string, names: readonly string[]): Dialogue<Settings> {
    const told = yield* command('GET', which);
    return told.ok ? settingsOf(told.values, names) : told;
  }

  return {
    *identify() {
      const greeted = yield* greet();
      return greeted.ok ? unitOf(greeted.value) : greeted;
    },

    *read(names) {
      // What somebody staged and never finished is no setting: it is forgotten when it says hello.
      const greeted = yield* greet();
      return greeted.ok ? yield* tell('*', names) : greeted;
    },

    *write(wanted) {
      const texts = Object.entries(wanted).map(([name, value]) => [name, wireOf(value)] as const);
      const wrong = unsayable(wanted) ?? keyTrouble(key);
      if (wrong !== undefined) return fault('refused', `nothing was sent: ${wrong}`);
      if (texts.length === 0) return said(undefined);
      const greeted = yield* greet();
      if (!greeted.ok) return greeted;
      const was = wanted.baud === undefined ? said<Settings>({}) : yield* tell('baud', ['baud']);
      if (!was.ok) return was;
      if (wanted.baud !== undefined && was.value.baud === undefined) {
        return fault('garbled', 'the tracker does not say how fast its line is: a VAL of baud was expected');
      }
      for (const [name, text] of texts) {
        const staged = yield* command('SET', name, text);
        if (!staged.ok) return staged;
      }
      // It may have got this key already, of a dialogue that was cut short or is to be taken back.
      given = String(wanted.key ?? given);
      const keys = new Set([key, given]);
      return yield* commit(commands, { texts, keys, from: was.value.baud, to: wanted.baud });
    },
  };
}

const keyTrouble = (key: string): string | undefined =>
  key === '' || (settings.key !== undefined && isOf(settings.key, key))
    ? undefined
    : 'the key it has is given as `key`, 32 hexadecimal digits';

function settingsOf(texts: ReadonlyMap<string, string>, names: readonly string[]): Said<Settings> {
  const values: Record<string, SettingValue> = {};
  for (const name of names) {
    const [setting, text] = [settings[name], texts.get(name)];
    if (setting === undefined || setting.writeOnly === true || text === undefined) continue;
    // Empty is not known, but where there may be none.
    if (text === '' && setting.type !== 'string') continue;
    const value = valueOf(setting, text);
    if (value === undefined) {
      return fault('garbled', `the tracker says ${name} is ${JSON.stringify(text)}; it is ${setting.description}`);
    }
    values[name] = value;
  }
  return said(values);
}
