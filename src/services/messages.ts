import { defineErrors } from '../messages/define.js';

/** What groups refuse besides what every collection does. */
export const groupErrors = defineErrors('group', {
  restricted: ['forbidden', 'restricted users cannot change groups'],
  unknownDevice: ['validation_failed', '{field}: device {id} not found'],
  hasUsers: ['conflict', 'users are restricted to the group ({name}): change these users first'],
  hasDisplays: ['conflict', 'displays show the group ({name}): remove them first'],
});
