import { defineText } from './text.js';

/** Texts for the API's codes of why a message was suppressed. */
export const reasonText = defineText('reason', {
  limit_reached: 'The daily limit of the device is used up. Raise it or wait until tomorrow.',
  outbox_full: 'Too many messages are waiting. See Health for the cause.',
  repeat: 'A duplicate of a recent message.',
  canceled: 'Canceled.',
});
