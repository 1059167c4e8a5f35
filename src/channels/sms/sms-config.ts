import type { Config } from '../../schema/config.js';

export type SmsConfig = Config['notifications']['sms'];

/** Where a key of the configuration stands. */
export const key = (name: keyof SmsConfig): string => `notifications.sms.${name}`;
