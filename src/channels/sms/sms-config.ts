import type { Config } from '../../schema/config/config.js';

export type SmsConfig = Config['notifications']['sms'];

/** Where a key of the configuration stands. */
export const configKey = (name: keyof SmsConfig): string => `notifications.sms.${name}`;
