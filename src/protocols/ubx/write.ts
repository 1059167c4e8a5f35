import {
  fault,
  said,
  type Ask,
  type Dialogue,
  type Fault,
  type Said,
  type Settings,
  type SettingValue,
} from '../provision.js';
import { patiently, silence } from './asked.js';
import { layers, setting, valSet, verdictOn } from './configuration.js';
import type { Packet } from './packets.js';
import { told } from './read.js';
import { baudSetting, faultOf, keyOf } from './settings.js';

const again = 'It may have been done: do it again.';

const refused = (asked: string): Fault =>
  fault(
    'refused',
    `The receiver refuses ${asked} and has changed nothing: its firmware does not know one of them, a value is out of its range, or its configuration is locked (CFG-SEC-CFG_LOCK). Leave out what it has not got, or unlock it.`,
  );

/**
 * Sets all of them for good, or none: one CFG-VALSET puts them where they are in force, where the backup battery holds
 * them, and in flash.
 */
export function* write(ask: Ask<Packet>, wanted: Settings): Dialogue<undefined> {
  const wrong = faultOf(wanted);
  if (wrong !== undefined) return wrong;
  const values = new Map(Object.entries(wanted).map(([name, value]) => [keyOf(name), Number(value)]));
  if (values.size === 0) return said(undefined);
  const asked = `CFG-VALSET of ${JSON.stringify(wanted)}`;

  const to = wanted[baudSetting];
  const before: Said<Settings> = to === undefined ? said({}) : yield* told(ask, [baudSetting]);
  if (!before.ok && before.code !== 'refused') return before;
  const from = before.ok ? before.value[baudSetting] : undefined;
  const turns = from !== to;

  const set = (where: number) =>
    ask({
      send: setting(values, where),
      ...patiently,
      // Who has gone over to another speed does not hear it again.
      ...(turns && { tries: 1 }),
      answer: (heard) => verdictOn(valSet, heard),
    });
  let verdict = yield* set(layers.ram | layers.battery | layers.flash);
  // Modules without a flash memory (MAX-M10S) refuse whatever names it: there, what their battery holds has to do.
  if (verdict === 'refused') verdict = yield* set(layers.ram | layers.battery);
  if (verdict === 'refused') return refused(asked);
  if (turns) return yield* goOver(ask, asked, Number(to), from);
  return verdict === undefined ? silence(asked, again) : said(undefined);
}

/** The acknowledgement may get lost in the change of speed: what proves it is any answer at the new one. */
function* goOver(ask: Ask<Packet>, asked: string, to: number, from: SettingValue | undefined): Dialogue<undefined> {
  const speeds = typeof from === 'number' ? [to, from] : [to];
  for (const baudRate of speeds) {
    const there = yield* told(ask, [baudSetting], baudRate);
    if (!there.ok && there.code === 'no_answer') continue;
    if (baudRate === to) return said(undefined);
    return fault(
      'no_answer',
      `The receiver does not answer at ${to} bit/s after ${asked}, and still does at ${baudRate}: do it again.`,
    );
  }
  return silence(`${asked}, then at ${speeds.join(' and ')} bit/s`, again);
}
