import type { Config } from '../../schema/config/config.js';

export type SmsConfig = Config['notifications']['sms'];

/** The full name of a key of the configuration. */
export const configKey = (name: keyof SmsConfig): string => `notifications.sms.${name}`;
