import { boundMessages, collectionMessages, defineErrors } from '../messages/define.js';

/** The rows of each collection that refuses more than its bounds. */
export const collectionErrors = {
  groups: collectionMessages('group', 'group'),
  depots: collectionMessages('depot', 'depot'),
  notifications: collectionMessages('notificationRule', 'notification rule'),
  templates: collectionMessages('template', 'template'),
  zones: collectionMessages('zone', 'zone'),
  alertRules: collectionMessages('alertRule', 'alert rule'),
  users: boundMessages('user', 'user'),
  devices: boundMessages('device', 'device'),
  displays: boundMessages('display', 'display'),
  accessKeys: boundMessages('accessKey', 'access key'),
  ports: boundMessages('port', 'port'),
  uplinks: boundMessages('uplink', 'uplink'),
  webhooks: boundMessages('webhook', 'webhook'),
  provisionings: boundMessages('provisioning', 'provisioning session'),
  commands: boundMessages('command', 'waiting command'),
  settings: boundMessages('setting', 'setting'),
} as const;

/** The rows of what one user may register. */
export const shareErrors = defineErrors('deviceShare', {
  full: ['conflict', 'limit of {limit} devices of one user reached ({used} in use): remove one first'],
  fullBytes: [
    'conflict',
    'limit of {limit} bytes for all devices of one user reached ({used} in use, {added} more asked for): shorten or remove some first',
  ],
});

/** What a JSON Patch or merge patch cannot do. The field of an operation is its index. */
export const patchErrors = defineErrors('patch', {
  readOnly: ['validation_failed', '{field} cannot be changed'],
  tooLarge: ['validation_failed', '{field} makes the document too large'],
  testFailed: ['conflict', '{field}: the test of {path} failed'],
  notPossible: ['validation_failed', '{field}: {op} is not possible at {path}'],
  notPossibleAtRoot: ['validation_failed', '{field}: {op} is not possible at the root'],
});

/** What a call takes that its user does not have. */
export const privilegeErrors = defineErrors('privilege', {
  missing: ['forbidden', 'requires privilege {privilege}'],
  restricted: ['forbidden', 'requires privilege {privilege} and a user not restricted to a group or device'],
});

/** An id in a body that is not one of its collection. */
export const unknownErrors = defineErrors('unknown', {
  device: ['validation_failed', '{field}: device {id} not found'],
  group: ['validation_failed', '{field}: group {id} not found'],
  user: ['validation_failed', '{field}: user {id} not found'],
  zone: ['validation_failed', '{field}: zone {id} not found'],
});

/** The cursor of a page that no page gave. */
export const cursorErrors = defineErrors('cursor', {
  invalid: ['validation_failed', '{field} is invalid: omit it to start again'],
});
