import type { Change } from '../../schema/entry.js';
import { isObject } from '../json.js';
import { authored, entity, ofUser, pick, removed, type ChangeRow, type Fields } from './change-row.js';

const user = entity('user', 'id', 'users');
const device = entity('device', 'id', 'devices');
const group = entity('group', 'id', 'groups');
const depot = entity('depot', 'id', 'depots');
const zone = entity('zone', 'id', 'zones');
const alertRule = entity('alertRule', 'id', 'alertRules');
const notification = entity('notification', 'id', 'notifications');
const template = entity('template', 'id', 'templates');
const port = entity('port', 'path');
// The members that are shown are named where a member of a later version may be a secret.
const display: ChangeRow = { ...entity('display', 'id', 'displays'), shown: ['name', 'group', 'deviceId'] };
const webhook: ChangeRow = { ...entity('webhook', 'name'), shown: ['url', 'enabled'], addresses: ['url'] };
const uplink: ChangeRow = {
  ...entity('uplink', 'name'),
  shown: [
    ...['type', 'url', 'enabled', 'from', 'bytesPerSecond', 'window', 'relay', 'userName', 'user', 'prefix'],
    ...['commands', 'homeAssistant', 'stream', 'replicas'],
  ],
  addresses: ['url'],
};

const UPLINK_POSITION: ChangeRow = { ...uplink, action: 'changed', shown: ['after'] };
const GATEWAY: ChangeRow = { kind: 'gateway', action: 'changed', subject: null };
const PROVISIONING: ChangeRow = {
  ...{ kind: 'provisioning', action: 'changed' },
  subject: { id: 'id', nameOf: ({ template }) => (isObject(template) ? template.name : undefined) },
};
/** Without a stored value, that of the configuration or the default applies. */
const SETTING: ChangeRow = { kind: 'setting', action: 'changed', subject: { id: 'key' }, values: ['value'] };
const COMMAND: ChangeRow = {
  ...{ kind: 'command', action: 'sent' },
  subject: { id: 'deviceId', collection: 'devices' },
  after: (v) => pick(v, ['command', 'format']),
  commandTexts: ['command'],
};
/** Recipient and text concern only the recipient. */
const MESSAGE: ChangeRow = {
  ...{ kind: 'message', action: 'sent' },
  subject: { id: 'deviceId', collection: 'devices' },
  after: (v) => pick(v, ['channel', 'to', 'subject', 'text']),
  shown: ['channel'],
};

/** Alert rules and notification rules send messages, too. */
const isPosted = ({ cause }: Fields): boolean => isObject(cause) && cause.user !== undefined;

/**
 * The table: which entries of the log are changes, and how they are shown. Null: not a change. What is not in the table,
 * such as an entry of a later version, is none.
 */
export const CHANGE_ROWS: Readonly<Record<Change['kind'], ChangeRow | null>> = {
  user,
  'user-removed': removed(user),
  'quota-granted': {
    ...{ kind: 'user', action: 'changed' },
    subject: { id: 'userId', collection: 'users' },
    after: ({ by }) => ({ quotaGrantedBy: by }),
  },
  credential: ofUser('key', 'created', ['apiKey']),
  'credential-removed': ofUser('key', 'removed', ['apiKey']),
  password: ofUser('sign-in', 'changed', ['password']),
  'sign-in-password': ofUser('sign-in', 'changed', ['password']),
  'sign-in-link': ofUser('sign-in', 'created', ['link']),
  login: ofUser('sign-in', 'signedIn', []),
  'sign-in-refused': {
    ...{ kind: 'sign-in', action: 'refused', subject: null },
    after: (v) => pick(v, ['name', 'network', 'count', 'from', 'to', 'via']),
  },
  'access-key': {
    ...ofUser('key', 'created', ['accessKey']),
    after: (v) => pick(v, ['name', 'privileges', 'expires']),
  },
  'access-key-removed': { ...ofUser('key', 'removed', ['accessKey']), after: (v) => pick(v, ['name']) },
  'signed-out': ofUser('sign-in', 'removed', []),
  'sessions-removed': authored({ kind: 'sign-in', action: 'removed', subject: null }),
  display,
  'display-removed': removed(display),
  device,
  'device-removed': removed(device),
  'quarantine-removed': {
    ...{ kind: 'device', action: 'changed', subject: { id: 'id' } },
    counts: ({ reason }) => reason === 'discarded',
    after: () => ({ quarantine: 'discarded' }),
  },
  group,
  'group-removed': removed(group),
  depot,
  'depot-removed': removed(depot),
  zone,
  'zone-removed': removed(zone),
  'alert-rule': alertRule,
  'alert-rule-removed': removed(alertRule),
  notification,
  'notification-removed': removed(notification),
  template,
  'template-removed': removed(template),
  port,
  'port-removed': removed(port),
  webhook,
  'webhook-removed': removed(webhook),
  uplink,
  'uplink-removed': removed(uplink),
  'uplink-begun': authored({ ...UPLINK_POSITION, after: (v) => pick(v, ['after']) }),
  'uplink-forgotten': authored({ ...UPLINK_POSITION, after: () => ({ after: null }) }),
  generation: authored({ ...GATEWAY, after: ({ id }) => ({ generation: id }) }),
  'generation-from': authored({ ...GATEWAY, after: ({ id, from }) => ({ generation: id, from }) }),
  setting: SETTING,
  'setting-removed': SETTING,
  'secrets-set': {
    kind: ({ of }) => (of === 'uplink' || of === 'webhook' ? of : 'setting'),
    ...{ action: 'changed', subject: { id: 'name' } },
    secrets: ({ secrets }) => textsIn(secrets),
  },
  configuration: { kind: 'configuration', action: 'changed', subject: null, after: configurationOf },
  'log-level': { ...GATEWAY, after: (v) => pick(v, ['level']) },
  started: { ...GATEWAY, action: 'started', after: (v) => pick(v, ['version', 'clean']) },
  clock: { ...GATEWAY, counts: ({ accepted }) => accepted !== undefined, after: () => ({ clock: 'accepted' }) },
  'file-taken': {
    kind: ({ what }) => (what === 'backup' ? 'backup' : 'gateway'),
    ...{ action: 'taken', subject: null },
    after: (v) => pick(v, ['what']),
  },
  'file-changed': {
    kind: ({ what }) => (what === 'restore' ? 'backup' : 'gateway'),
    ...{ action: 'changed', subject: null },
    after: ({ what, action }) => ({ what, inUse: action === 'set' }),
  },
  command: COMMAND,
  'command-message': {
    ...{ ...COMMAND, inside: 'command' },
    after: (v) => ({ ...pick(v, ['command', 'format']), sms: true }),
  },
  'command-settled': authored({
    ...{ kind: 'command', action: 'changed', subject: { id: 'id' } },
    after: (v) => pick(v, ['state']),
  }),
  message: { ...MESSAGE, counts: (v, by) => by !== undefined || isPosted(v) },
  'message-settled': authored({
    ...{ kind: 'message', action: 'changed', subject: { id: 'id' } },
    after: (v) => pick(v, ['state']),
  }),
  provisioning: { ...PROVISIONING, action: 'started', after: (v) => pick(v, ['paths', 'dryRun', 'until']) },
  'provisioning-ended': authored({ ...PROVISIONING, after: ({ reason }) => ({ ended: reason }) }),

  // Records, and what the gateway makes of them. An acknowledgement lies next to its alert, which shows it.
  ...{ location: null, alert: null, telemetry: null, quarantined: null },
  ...{ 'alert-notified': null, 'alert-acknowledged': null, 'alert-series': null },
  ...{ 'zone-visit': null, 'rule-state': null, 'depot-device': null },
  // What the gateway notes for itself, and what goes with another entry of the same change.
  ...{ gateway: null, usage: null, 'log-use': null, day: null, downtime: null, running: null },
  ...{ session: null, 'key-digest': null, 'sign-in-link-used': null, 'sign-in-address': null, 'sign-ins-used': null },
  ...{
    'access-keys-used': null,
    'command-begun': null,
    'message-begun': null,
    'message-returned': null,
    'message-delivery': null,
  },
  ...{ 'provisioning-begun': null, 'provisioning-receipt': null },
  ...{ 'uplink-cursor': null, 'uplink-dead-letters': null, 'uplink-dropped': null, 'uplink-stopped': null },
};

const textsIn = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [];

/** Values by their full key, and null for each key that is not set any more. */
function configurationOf({ values, removed: keys }: Fields): Fields {
  const gone = textsIn(keys).map((key) => [key, null] as const);
  return Object.fromEntries([...(isObject(values) ? Object.entries(values) : []), ...gone]);
}
