import { defineErrors } from '../messages/define.js';

/** What groups refuse besides what every collection does. */
export const groupErrors = defineErrors('group', {
  restricted: ['forbidden', 'restricted users cannot change groups'],
  hasUsers: ['conflict', 'users are restricted to the group ({name}): change these users first'],
  hasDisplays: ['conflict', 'displays show the group ({name}): remove them first'],
});

export const depotErrors = defineErrors('depot', {
  restricted: ['forbidden', 'restricted users cannot change depots'],
  otherAccount: [
    'forbidden',
    'gateway {gateway} belongs to another account: forward its records with that one, or have an administrator change the user of the depot',
  ],
});

export const notificationErrors = defineErrors('notificationRule', {
  unknownWebhook: [
    'validation_failed',
    '{field}: webhook {name} not found: GET /api/webhooks lists them, administrators add them',
  ],
  // The names of the fields are those of the channels.
  noRecipient: ['validation_failed', '{detail} are empty: add at least one recipient'],
});

export const webhookErrors = defineErrors('webhook', {
  tooMany: ['limit_reached', 'there are {limit} webhooks already: remove one first'],
  noSecret: ['validation_failed', '{field} is missing'],
  inRule: ['conflict', 'webhook {webhook} is in notification rule {name}: take it out there first'],
  configured: ['conflict', 'webhook {name} is set by the configuration: change notifications.webhooks there'],
  invalidName: ['validation_failed', 'name must be 1 to 32 letters, digits, _ and -, beginning with a letter or digit'],
  notFound: ['not_found', 'webhook {name} not found: GET /api/webhooks lists them'],
});

/** The settings of a port, which administrators add, change and remove. */
export const portSettingErrors = defineErrors('portSetting', {
  network: ['forbidden', '{path}: ports on the network require privilege admin'],
  configured: ['conflict', '{path} is set by the configuration: change serial.ports and restart the gateway'],
  scanned: ['conflict', '{path} was found by serial.scan: disable the port, or switch the scan off'],
});

/** Changes of a user wait for each other. */
export const editErrors = defineErrors('edit', {
  tooMany: ['rate_limited', 'too many changes at once: wait for their responses, at most {limit} may wait'],
  closed: ['conflict', 'the connection was closed before the change was made'],
});
