import { fault, said, type Ask, type Dialogue, type Fault, type Settings, type SettingValue } from '../provision.js';
import { garbled, patiently, silence } from './asked.js';
import { getting, valGet, valuesIn, verdictOn } from './configuration.js';
import type { Packet } from './packets.js';
import { isSetting, keyOf, toValue } from './settings.js';

const unknown = (asked: string): Fault =>
  fault('refused', `The receiver refuses ${asked}: its firmware does not know all of them.`);

/** What is in force of settings that there are; refused as a whole when this firmware does not know one of them. */
export function* told(ask: Ask<Packet>, names: readonly string[], baudRate?: number): Dialogue<Settings> {
  const asked = `CFG-VALGET of ${names.join(', ')}`;
  const keys = names.map(keyOf);
  const values = yield* ask({
    ...(baudRate !== undefined && { baudRate }),
    send: getting(keys),
    ...patiently,
    answer: (heard) => valuesIn(heard, keys) ?? (verdictOn(valGet, heard) === 'refused' ? 'refused' : undefined),
  });
  if (values === undefined) return silence(asked);
  if (values === 'garbled') return garbled(asked);
  if (values === 'refused') return unknown(asked);
  const found: Record<string, SettingValue> = {};
  for (const name of names) {
    const value = values.get(keyOf(name));
    if (value !== undefined) found[name] = toValue(name, value);
  }
  return said(found);
}

/** What is in force; what this firmware does not know is left out. */
export function* read(ask: Ask<Packet>, names: readonly string[]): Dialogue<Settings> {
  const known = names.filter(isSetting);
  if (known.length === 0) return said({});
  const together = yield* told(ask, known);
  if (together.ok || together.code !== 'refused') return together;
  const found: Record<string, SettingValue> = {};
  for (const name of known) {
    const alone = yield* told(ask, [name]);
    if (alone.ok) Object.assign(found, alone.value);
    else if (alone.code !== 'refused') return alone;
  }
  return said(found);
}
