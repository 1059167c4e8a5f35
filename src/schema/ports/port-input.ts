import { portSettingProperties } from '../config/port-config.js';
import { validator } from '../validator.js';
import { portSettingsSchema } from './port-settings.js';

export const validatePortSettings = validator({
  ...portSettingsSchema,
  required: ['protocol'],
  properties: { ...portSettingProperties, enabled: { ...portSettingProperties.enabled, default: true } },
} as const);
