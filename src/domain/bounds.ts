import type { Bound } from './bound.js';

export type { Bound } from './bound.js';

/**
 * The bounds of the state. All of it is in memory and in every snapshot, so each collection has a row here, in number and
 * in bytes, and the sum fits the memory limit of the unit with room. The page `systemd/operating.md` shows this table.
 */

const KIB = 1_024;
const MIB = 1_048_576;

const USERS = 1_000;
const DEVICES = 10_000;
/** Removed devices whose last contact is still known: they may be registered again. */
const REMOVED_DEVICES = 1_000;
const KNOWN_DEVICES = DEVICES + REMOVED_DEVICES;

/** By the name that the collection has in the state. */
export const BOUNDS = {
  users: { noun: 'user', max: USERS, bytes: 2 * MIB, beyond: 'refuses' },
  quotaGrants: { noun: 'granted quota', note: 'one for each user', max: USERS, bytes: 80 * KIB, beyond: 'refuses' },
  credentials: { noun: 'API key', note: 'one for each user', max: USERS, bytes: 256 * KIB, beyond: 'refuses' },
  passwords: { noun: 'password', note: 'one for each user', max: USERS, bytes: 160 * KIB, beyond: 'refuses' },
  passwordIds: { noun: 'password id', note: 'one for each user', max: USERS, bytes: 80 * KIB, beyond: 'refuses' },
  keyDigests: { noun: 'key digest', note: 'one for each user', max: USERS, bytes: 192 * KIB, beyond: 'refuses' },
  accessKeys: {
    noun: 'access key',
    max: 2_000,
    bytes: 768 * KIB,
    share: { of: 'user', max: 20 },
    beyond: 'refuses',
  },
  signInLinks: { noun: 'sign-in link', note: 'one for each user', max: USERS, bytes: 192 * KIB, beyond: 'refuses' },
  logins: { noun: 'last sign-in', note: 'one for each user', max: USERS, bytes: 72 * KIB, beyond: 'refuses' },
  usage: {
    noun: 'API usage counter',
    note: 'one for each user and display',
    max: USERS + 50,
    bytes: 160 * KIB,
    beyond: 'refuses',
  },
  signInAddresses: {
    noun: 'list of sign-in addresses',
    note: 'one for each user, of 16 addresses; the oldest address gives way',
    max: USERS,
    bytes: 1_280 * KIB,
    share: { of: 'user', max: 16 },
    beyond: 'oldest gives way',
  },
  sessions: {
    noun: 'sign-in session',
    max: 5_000,
    bytes: 2.5 * MIB,
    share: { of: 'user', max: 20 },
    beyond: 'oldest gives way',
  },
  displays: { noun: 'display', max: 50, bytes: 64 * KIB, beyond: 'refuses' },
  ports: {
    noun: 'port',
    note: 'those that users add; the configuration has its own',
    max: 64,
    bytes: 64 * KIB,
    beyond: 'refuses',
  },
  uplinks: {
    noun: 'uplink',
    note: 'those that administrators add; the configuration has its own',
    max: 8,
    bytes: 64 * KIB,
    beyond: 'refuses',
  },
  webhooks: {
    noun: 'webhook',
    note: 'those that administrators add; the configuration has its own',
    max: 32,
    bytes: 40 * KIB,
    beyond: 'refuses',
  },
  devices: {
    noun: 'device',
    note: 'a user without the privilege `admin` may register half of them',
    max: DEVICES,
    bytes: 8 * MIB,
    share: { of: 'user', max: DEVICES / 2, bytes: 4 * MIB },
    beyond: 'refuses',
  },
  registrations: {
    noun: 'registration',
    note: 'the number of the entry that registered a device',
    max: DEVICES,
    bytes: MIB,
    beyond: 'refuses',
  },
  inherited: {
    noun: 'inherited value',
    note: 'one for each device that was registered again and has not reported since',
    max: DEVICES,
    bytes: MIB + MIB / 4,
    beyond: 'refuses',
  },
  depotDevices: {
    noun: 'description of a depot',
    note: 'name and groups of a device there',
    max: KNOWN_DEVICES,
    bytes: 512 * KIB,
    beyond: 'oldest gives way',
  },
  groups: { noun: 'group', max: 1_000, bytes: 2 * MIB, beyond: 'refuses' },
  depots: {
    noun: 'depot',
    note: 'gateways that forward their records; a user may be that of half of them',
    max: 256,
    bytes: 96 * KIB,
    share: { of: 'user', max: 128 },
    beyond: 'refuses',
  },
  notifications: { noun: 'notification rule', max: 500, bytes: MIB, beyond: 'refuses' },
  settings: {
    noun: 'setting',
    note: 'keys of the configuration that administrators set',
    max: 64,
    bytes: 64 * KIB,
    beyond: 'refuses',
  },
  configured: { noun: 'value of the configuration', max: 256, bytes: 64 * KIB, beyond: 'oldest gives way' },
  zones: { noun: 'zone', max: 2_000, bytes: 3 * MIB, beyond: 'refuses' },
  zoneVisits: {
    noun: 'list of zone visits',
    note: 'one for each device that is in a zone',
    max: DEVICES,
    bytes: 384 * KIB,
    beyond: 'greediest gives way',
  },
  alertRules: { noun: 'alert rule', max: 500, bytes: MIB, beyond: 'refuses' },
  ruleStates: {
    noun: 'list of rule states',
    note: 'one for each device that an alert rule covers; a device that gives way starts over',
    max: DEVICES,
    bytes: 2 * MIB,
    beyond: 'greediest gives way',
  },
  templates: { noun: 'template', max: 200, bytes: MIB, beyond: 'refuses' },
  lastLocations: {
    noun: 'last location',
    note: 'one for each device, also of the last removed ones; beyond, the largest keep only their position',
    max: KNOWN_DEVICES,
    bytes: 4 * MIB,
    beyond: 'greediest gives way',
  },
  jumps: {
    noun: 'unconfirmed jump',
    note: 'one for each device whose newest fix no other fix confirms',
    max: 1_000,
    bytes: 128 * KIB,
    beyond: 'oldest gives way',
  },
  lastSeen: {
    noun: 'last contact',
    note: 'one for each device, also of the last removed ones',
    max: KNOWN_DEVICES,
    bytes: 2 * MIB,
    beyond: 'oldest gives way',
  },
  sequences: {
    noun: 'list of sequence numbers',
    note: 'one for each device, of 4 epochs, also of the last removed ones',
    max: KNOWN_DEVICES,
    bytes: 2 * MIB,
    beyond: 'oldest gives way',
  },
  telemetry: {
    noun: 'set of telemetry values',
    note: 'one for each device: those since its last location',
    max: KNOWN_DEVICES,
    bytes: MIB,
    share: { of: 'device', max: 32 },
    beyond: 'greediest gives way',
  },
  sent: {
    noun: 'daily usage',
    note: 'one for each device: messages sent on the last 8 dates; beyond, on the last 2',
    max: KNOWN_DEVICES,
    bytes: 3 * MIB,
    beyond: 'greediest gives way',
  },
  undated: {
    noun: 'record of an untrusted clock',
    note: 'one for each device, until the clock is trusted',
    max: KNOWN_DEVICES,
    bytes: 2 * MIB,
    beyond: 'greediest gives way',
  },
  outbox: {
    noun: 'waiting message',
    note: 'each user, device and rule has a share',
    max: 10_000,
    bytes: 4 * MIB,
    beyond: 'refuses',
  },
  finishedMessages: { noun: 'finished message', max: 10_000, bytes: 2 * MIB, beyond: 'oldest gives way' },
  series: {
    noun: 'alert series',
    note: 'repeats of one alert of one device, for one rule',
    max: 10_000,
    bytes: 2 * MIB,
    beyond: 'greediest gives way',
  },
  unacknowledged: {
    noun: 'unacknowledged alert',
    note: 'of a name in `attention`, of the last 7 days',
    max: 1_000,
    bytes: 128 * KIB,
    beyond: 'greediest gives way',
  },
  senders: {
    noun: 'forwarding gateway',
    note: 'one for each generation of each gateway, with the numbers of some of its records',
    max: 256,
    bytes: 512 * KIB,
    beyond: 'oldest gives way',
  },
  forwardedAlerts: {
    noun: 'forwarded alert',
    note: 'of other gateways, which may forward an acknowledgement of it',
    max: 2_000,
    bytes: 160 * KIB,
    beyond: 'oldest gives way',
  },
  commands: {
    noun: 'waiting command',
    max: 1_000,
    bytes: MIB,
    share: { of: 'device', max: 20 },
    beyond: 'refuses',
  },
  finishedCommands: {
    noun: 'finished command',
    max: 1_000,
    bytes: MIB + MIB / 4,
    share: { of: 'device', max: 100 },
    beyond: 'oldest gives way',
  },
  provisionings: { noun: 'provisioning session', max: 100, bytes: MIB, beyond: 'refuses' },
  unfinished: {
    noun: 'unfinished tracker',
    note: 'of provisioning',
    max: 1_000,
    bytes: MIB,
    beyond: 'oldest gives way',
  },
  receipts: { noun: 'provisioning receipt', max: 2_000, bytes: 1.375 * MIB, beyond: 'oldest gives way' },
  unknownDevices: {
    noun: 'unknown device',
    note: 'ids in quarantine; the least recently seen give way',
    max: 1_000,
    bytes: 896 * KIB,
    beyond: 'oldest gives way',
  },
  quarantine: {
    noun: 'quarantined record',
    max: 10_000,
    bytes: 4 * MIB,
    share: { of: 'id', max: 1_000 },
    beyond: 'oldest gives way',
  },
  generations: {
    noun: 'generation of the store',
    note: 'one for each restore',
    max: 1_000,
    bytes: 64 * KIB,
    beyond: 'oldest gives way',
  },
  uplinkPositions: {
    noun: 'position of an uplink',
    note: 'also of removed ones, which give way',
    max: 16,
    bytes: 64 * KIB,
    beyond: 'oldest gives way',
  },
  deadLetters: {
    noun: 'list of dead letters',
    note: 'one for each uplink: 1,000 ranges of 200 devices; beyond, ranges are joined, and the uplink waits',
    max: 16,
    bytes: MIB,
    beyond: 'oldest gives way',
  },
  days: { noun: 'local date', max: 64, bytes: 2 * KIB, beyond: 'oldest gives way' },
  untrusted: { noun: 'period of an untrusted clock', max: 500, bytes: 64 * KIB, beyond: 'oldest gives way' },
  restamps: { noun: 'restamp', max: 500, bytes: 64 * KIB, beyond: 'oldest gives way' },
  restampedRanges: { noun: 'restamped range', max: 500, bytes: 64 * KIB, beyond: 'oldest gives way' },
  downtimes: {
    noun: 'downtime',
    note: 'times in which the gateway did not run; only with rules of the type `silent`',
    max: 500,
    bytes: 32 * KIB,
    beyond: 'oldest gives way',
  },
} as const satisfies Readonly<Record<string, Bound>>;

export type Collection = keyof typeof BOUNDS;
export const COLLECTIONS = Object.keys(BOUNDS) as readonly Collection[];

/** A larger state.json is not loaded: it would not fit into the memory of the unit. An earlier version had no bounds. */
export const MAX_STATE_FILE_BYTES = 72 * MIB;
