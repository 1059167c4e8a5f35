const WEBHOOK_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;

/** Accepts 1 to 32 letters, digits, `_` and `-`: the name is part of addresses and of the name of its secret. */
export const isWebhookName = (text: string): boolean => WEBHOOK_NAME.test(text);
