import { CHANNELS, QUOTA_CHANNELS } from '../../schema/channels.js';
import type { DeviceView } from '../../schema/devices/device.js';
import { parseInstant, toLocalInputWithSeconds } from '../format/local-input.js';
import { formatTags, parseTags } from './tags.js';

/** A field of a device in forms, where every value is a text. */
export type DeviceField = {
  /** JSON Pointer of the field in the device (RFC 6901) */
  readonly pointer: string;
  readonly read: (device: DeviceView) => unknown;
  readonly text: (device: DeviceView) => string;
  /** the value for the API */
  readonly parse: (text: string) => unknown;
};

export type DeviceFields = Readonly<Record<string, DeviceField>>;
export type FieldTexts = Readonly<Record<string, string>>;

const plainField = (name: 'name' | 'description' | 'min'): DeviceField => ({
  pointer: `/${name}`,
  read: (device) => device[name],
  text: (device) => device[name],
  parse: (text) => text.trim(),
});

/** By the name of the input. */
export const DETAIL_FIELDS: DeviceFields = {
  name: plainField('name'),
  description: plainField('description'),
  min: plainField('min'),
  tags: {
    pointer: '/tags',
    read: ({ tags }) => tags,
    text: ({ tags }) => formatTags(tags),
    parse: (text) => parseTags(text) ?? {},
  },
};

/** Empty: the device does not expire, or has no limit. */
export const LIMIT_FIELDS: DeviceFields = {
  expires: {
    pointer: '/expires',
    read: ({ expires }) => expires,
    text: ({ expires }) => (expires === null ? '' : toLocalInputWithSeconds(Date.parse(expires))),
    parse: (text) => parseInstant(text, null),
  },
  ...Object.fromEntries(
    QUOTA_CHANNELS.map((channel) => {
      const { limitField } = CHANNELS[channel];
      const field: DeviceField = {
        pointer: `/limits/${limitField}`,
        read: ({ limits }) => limits[limitField],
        text: ({ limits }) => String(limits[limitField] ?? ''),
        parse: (text) => (text.trim() === '' ? null : Number(text)),
      };
      return [limitField, field];
    }),
  ),
};

export const textsOf = (fields: DeviceFields, device: DeviceView): FieldTexts =>
  mapFields(fields, (field) => field.text(device));

export const mapFields = <T>(fields: DeviceFields, map: (field: DeviceField, name: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field, name)]));
