import { defineErrors } from '../../messages/define.js';

/** What is wrong with the name or email of a user, or with what one user may do to another. */
export const userErrors = defineErrors('user', {
  invisible: ['validation_failed', '{field} has the invisible character U+{character}: remove it'],
  lookalike: ['conflict', '{field}: looks like that of another user: choose a different one'],
  ownScope: ['forbidden', '{field} cannot be changed by the user itself: ask an administrator'],
  beyondActor: ['forbidden', 'this user has more privileges or sees more than you: ask an administrator'],
});

/** How many devices users may register, and give to others to register. */
export const quotaErrors = defineErrors('quota', {
  reached: ['limit_reached', 'quota of {quota} registered devices (adminDevices) reached: you have {registered}'],
  reachedWithGrants: [
    'limit_reached',
    'quota of {quota} registered devices (adminDevices) reached: you have {registered}, and {granted} are granted to other users',
  ],
  otherGrantor: ['forbidden', '{field}: only the user who granted this quota, or a user without a quota, can raise it'],
  tooMuch: [
    'limit_reached',
    '{field}: {left} is left of your quota of {quota} registered devices ({registered} registered, {granted} granted to other users): give at most {most}, lower the quota of others, or ask a user without a quota',
  ],
  beyondOwn: ['forbidden', '{field}: give 0 to {quota}, your own quota, or ask a user without a quota'],
});
