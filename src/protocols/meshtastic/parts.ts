import type { Settings, SettingValue } from '../provision.js';
import { places, type Part, type Place } from './settings.js';
import { content, readFields, unsigned, type Fields, type Wire } from './wire.js';
import { chunk, number, type Written } from './writing.js';

// Names are compared with what was set: nothing is taken away, not even a mark at the beginning.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** What a text takes in a message. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text);
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

const inPart = (part: Part): readonly (readonly [string, Place])[] =>
  Object.entries(places).filter(([, place]) => place.part === part);

const wires = (part: Part): Readonly<Record<number, Wire>> =>
  Object.fromEntries(
    inPart(part).map(([, { field, setting }]) => [field, setting.type === 'string' ? 'bytes' : 'varint']),
  );

/** A field that is not there is empty, 0 or no. */
function valueIn(fields: Fields, { field, setting }: Place): SettingValue {
  if (setting.type === 'string') return textOf(content(fields, field) ?? new Uint8Array());
  const value = unsigned(fields, field) ?? 0;
  return setting.type === 'boolean' ? value !== 0 : value;
}

function written(field: number, value: SettingValue): Written {
  return typeof value === 'string' ? chunk(field, utf8(value)) : number(field, Number(value));
}

/** All settings of a part, or nothing when it can not be read. */
export function settingsIn(part: Part, bytes: Uint8Array): Settings | undefined {
  const fields = readFields(bytes, wires(part));
  return fields && Object.fromEntries(inPart(part).map(([key, place]) => [key, valueIn(fields, place)]));
}

/**
 * The part with other values, or nothing when it can not be read. As the node takes it as a whole, all else that stands
 * in it is given back as it came, what nobody here knows included.
 */
export function changed(part: Part, bytes: Uint8Array, settings: Settings): Written | undefined {
  const ours = inPart(part).flatMap(([key, { field }]) => {
    const value = settings[key];
    return value === undefined ? [] : [{ field, value }];
  });
  const theirs: number[] = [];
  const fields = readFields(bytes, wires(part), (field, as) => {
    if (!ours.some((one) => one.field === field)) theirs.push(...as);
  });
  return fields && [...theirs, ...ours.flatMap(({ field, value }) => written(field, value))];
}
