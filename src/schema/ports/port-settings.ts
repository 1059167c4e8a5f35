import type { FromSchema } from 'json-schema-to-ts';
import { portSettingProperties } from '../config/port-config.js';

/** What a port is set to, as the API returns it. */
export const portSettingsSchema = {
  type: 'object',
  required: ['protocol', 'enabled'],
  properties: portSettingProperties,
  additionalProperties: false,
} as const;
export type PortSettings = Readonly<FromSchema<typeof portSettingsSchema>>;

/** A port that a user added, as stored. */
export type StoredPort = PortSettings & { readonly path: string };
