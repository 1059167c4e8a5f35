import { defineErrors } from '../../messages/define.js';

/** Why a sign-in is refused. */
export const signInErrors = defineErrors('signIn', {
  wrongApiKey: ['invalid_credentials', 'wrong user name or API key'],
  wrongPassword: ['invalid_credentials', 'wrong user name or password'],
  wrongDisplay: ['invalid_credentials', 'wrong display key, or a removed display'],
  wrongLink: ['invalid_credentials', 'wrong, used or expired link'],
  unknownKey: ['invalid_credentials', 'this is an API key of another gateway, or it was revoked'],
  noToken: ['token_invalid', 'this is no token: send one of POST /api/Auth/Token, or an API key of this gateway'],
  hasEnded: ['invalid_credentials', 'the sign-in has just ended: sign in again'],
  noUsers: ['store_unavailable', 'there are no users'],
  tooManyFailures: ['rate_limited', 'too many failed sign-ins: try again in {seconds} s'],
  tooManyChecks: ['rate_limited', 'too many keys and passwords to check at once: try again later'],
  closed: ['conflict', 'the connection was closed before the key or password was checked'],
  sessionNotFound: ['not_found', 'session {id} not found'],
});

export const accessKeyErrors = defineErrors('accessKey', {
  notFound: ['not_found', 'access key {id} not found'],
  privilege: ['validation_failed', '{field}: the user does not have {privilege}'],
  past: ['validation_failed', '{field} is in the past'],
  nameTaken: ['conflict', '{field}: the user already has an access key {name}'],
  tooMany: ['conflict', 'limit of {limit} access keys of one user reached: remove one first'],
  ended: ['token_expired', 'the access key {name} ended at {at}: create another one'],
  changesNoSignIn: [
    'forbidden',
    'an access key cannot change what users sign in with: sign in with a password or an API key',
  ],
});

/** Why a user has to prove who they are before they change what they sign in with. */
export const confirmationErrors = defineErrors('confirmation', {
  required: [
    'confirmation_required',
    'confirm with your password or API key first: POST /api/Auth/Confirm; you signed in more than 10 minutes ago, or by a link',
  ],
  noSignIn: ['forbidden', 'only a token of a sign-in with password, API key or link can be confirmed'],
  byAccessKey: ['forbidden', 'an access key confirms nothing: give your password or your API key'],
  wrongPassword: ['forbidden', '{field} is not your password'],
  wrongApiKey: ['forbidden', '{field} is not your API key'],
});

export const passwordErrors = defineErrors('password', {
  justChanged: ['conflict', 'the password has just changed: retry'],
  currentMissing: ['validation_failed', '{field} is missing: it takes your current password'],
  currentWrong: ['forbidden', '{field} is not your current password'],
  own: ['forbidden', '{field}: set your own with PUT /api/users/{id}/password, which takes the current one'],
});

export const userErrors = defineErrors('user', {
  notFound: ['not_found', 'user {id} not found'],
  justChanged: ['conflict', 'the user has just changed: retry'],
  taken: ['conflict', '{field}: already used by another user'],
  lastAdministrator: ['conflict', '{name} is the last administrator who can sign in: create another one first'],
});

export const displayErrors = defineErrors('display', {
  beyondUser: ['forbidden', '{field}: a display cannot show more than you see: leave it out'],
  nameTaken: ['conflict', '{field}: display {name} already exists'],
  notFound: ['not_found', 'display {id} not found'],
});
