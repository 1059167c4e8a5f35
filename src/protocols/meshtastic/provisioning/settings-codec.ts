import type { Settings, SettingValue } from '../../provision.js';
import { settingFields, type ConfigMessage, type SettingField } from './settings.js';
import { bytesAt, readFields, uint32At, type ProtobufFields, type WireType } from '../protobuf-reader.js';
import { bytesField, varintField, type ProtobufBytes } from '../protobuf-writer.js';

// Names are compared with what was set: nothing is taken away, not even a mark at the beginning.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** What a text takes in a message. */
export const encodeUtf8 = (text: string): Uint8Array => encoder.encode(text);
export const decodeUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);

const fieldsOf = (message: ConfigMessage): readonly (readonly [string, SettingField])[] =>
  Object.entries(settingFields).filter(([, field]) => field.message === message);

const wireTypesOf = (message: ConfigMessage): Readonly<Record<number, WireType>> =>
  Object.fromEntries(
    fieldsOf(message).map(([, { field, setting }]) => [field, setting.type === 'string' ? 'bytes' : 'varint']),
  );

/** A field that is not there is empty, 0 or no. */
function readValue(fields: ProtobufFields, { field, setting }: SettingField): SettingValue {
  if (setting.type === 'string') return decodeUtf8(bytesAt(fields, field) ?? new Uint8Array());
  const value = uint32At(fields, field) ?? 0;
  return setting.type === 'boolean' ? value !== 0 : value;
}

function encodeValue(field: number, value: SettingValue): ProtobufBytes {
  return typeof value === 'string' ? bytesField(field, encodeUtf8(value)) : varintField(field, Number(value));
}

/** All settings of a part, or nothing when it can not be read. */
export function decodeSettings(message: ConfigMessage, bytes: Uint8Array): Settings | undefined {
  const fields = readFields(bytes, wireTypesOf(message));
  return fields && Object.fromEntries(fieldsOf(message).map(([key, field]) => [key, readValue(fields, field)]));
}

/**
 * The part with other values, or nothing when it can not be read. As the node takes it as a whole, all else that stands
 * in it is given back as it came, what nobody here knows included.
 */
export function applySettings(
  message: ConfigMessage,
  bytes: Uint8Array,
  settings: Settings,
): ProtobufBytes | undefined {
  const changes = fieldsOf(message).flatMap(([key, { field }]) => {
    const value = settings[key];
    return value === undefined ? [] : [{ field, value }];
  });
  const untouched: number[] = [];
  const fields = readFields(bytes, wireTypesOf(message), (field, encoded) => {
    if (!changes.some((one) => one.field === field)) untouched.push(...encoded);
  });
  return fields && [...untouched, ...changes.flatMap(({ field, value }) => encodeValue(field, value))];
}
