import type { Settings, SettingValue } from '../../provision.js';
import { settingFields, type ConfigMessage, type SettingField } from './settings.js';
import { bytesAt, readFields, uint32At, type ProtobufFields, type WireType } from '../protobuf-reader.js';
import { bytesField, varintField, type ProtobufBytes } from '../protobuf-writer.js';

// Names are compared with what was written, so even a byte order mark is kept.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

export const encodeUtf8 = (text: string): Uint8Array => encoder.encode(text);
export const decodeUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);

const fieldsOf = (message: ConfigMessage): readonly (readonly [string, SettingField])[] =>
  Object.entries(settingFields).filter(([, field]) => field.message === message);

const wireTypesOf = (message: ConfigMessage): Readonly<Record<number, WireType>> =>
  Object.fromEntries(
    fieldsOf(message).map(([, { field, setting }]) => [field, setting.type === 'string' ? 'bytes' : 'varint']),
  );

/** A missing field is empty, 0 or false. */
function readValue(fields: ProtobufFields, { field, setting }: SettingField): SettingValue {
  if (setting.type === 'string') return decodeUtf8(bytesAt(fields, field) ?? new Uint8Array());
  const value = uint32At(fields, field) ?? 0;
  return setting.type === 'boolean' ? value !== 0 : value;
}

function encodeValue(field: number, value: SettingValue): ProtobufBytes {
  return typeof value === 'string' ? bytesField(field, encodeUtf8(value)) : varintField(field, Number(value));
}

/** All settings in a config message; undefined if it is unreadable. */
export function decodeSettings(message: ConfigMessage, bytes: Uint8Array): Settings | undefined {
  const fields = readFields(bytes, wireTypesOf(message));
  return fields && Object.fromEntries(fieldsOf(message).map(([key, field]) => [key, readValue(fields, field)]));
}

/**
 * The config message with changed settings; undefined if it is unreadable. The node replaces the whole message, so all
 * other fields, even unknown ones, are written back as received.
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
    if (!changes.some((change) => change.field === field)) untouched.push(...encoded);
  });
  return fields && [...untouched, ...changes.flatMap(({ field, value }) => encodeValue(field, value))];
}
