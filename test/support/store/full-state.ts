import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BOUNDS, type Bound, type Collection } from '../../../src/domain/bounds.js';
import { addRecord } from '../../../src/domain/devices/quarantine.js';
import { appendChecksum, verifyChecksum } from '../../../src/store/state/snapshot.js';
import { bytesOfEntry, totalBytes } from '../../../src/store/state/sized-map.js';
import { parseState } from '../../../src/store/state/read-state.js';
import type { State } from '../../../src/store/state/state.js';
import { stringifyState } from './stringify-state.js';
import { messageOf, ruleOf } from '../channels/messages.js';
import { userOf } from '../api/users.js';
import { deviceOf, fixAt } from './records.js';

const TIME = '2026-11-21T08:00:00.000Z';
const STAMP = { at: TIME, boot: 'k3f9', up: 48_211 };
const TIMES = { creation: TIME, lastModified: TIME };

/** Takes twice the memory of its bytes, because one letter is not Latin. */
const text = (chars: number): string => `漢${'x'.repeat(Math.max(0, chars - 3))}`;
/** Names that occur only once take the most memory for their bytes. */
const uniqueValues = (i: number, count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, k) => [`${i.toString(36)}-${k.toString(36)}`, '']));

type Fill = (i: number, bytes: number) => readonly [key: string, value: unknown];
type MapName = Exclude<
  Collection,
  'unknownDevices' | 'quarantine' | 'generations' | 'days' | 'untrusted' | 'restamps' | 'restampedRanges' | 'downtimes'
>;

const settled = { attempts: 1, date: '2026-11-21', queued: STAMP, settled: STAMP, references: [], deliveries: [] };
const messageAt = (id: string, bytes: number, state: 'queued' | 'sent') => ({
  ...messageOf(`bus-${id}`, { text: text(bytes - 420), ttl: 100 * 86_400 }),
  ...{ id, reason: null, ...settled, state },
});
const work = (id: string, bytes: number) => ({
  ...{ id, at: TIME, provisioning: 'p', by: { id: 'u', name: 'u' }, port: '/dev/ttyUSB0', protocol: 'queclink' },
  ...{ template: null, outcome: 'verified', message: text(bytes - 500), hardwareId: id, deviceId: id, model: '' },
  ...{ firmware: '', before: {}, wanted: {}, after: {}, secrets: [], registered: true, row: null, number: null },
});
const commandAt = (id: string, bytes: number, state: 'queued' | 'done') => ({
  ...{ id, deviceId: `bus-${id}`, command: text(bytes - 400), format: 'Text', user: 'u', key: 'k', ttl: 600_000 },
  ...{ sms: false, state, result: null, port: null, protocol: null, queued: STAMP, sent: null, settled: null },
});
const locationAt = (i: number, bytes: number) => ({ ...fixAt(i), attributes: uniqueValues(i, bytes / 12 - 16) });

/** What fills each collection: entity `i` of about `bytes`. */
const FILLS: Readonly<Record<MapName, Fill>> = {
  users: (i, bytes) => [
    `u${i}`,
    { ...userOf(`u${i}`), id: `u${i}`, tags: { note: text(1_000), more: text(bytes - 1_500) } },
  ],
  quotaGrants: (i) => [`u${i}`, 'x'.repeat(36)],
  credentials: (i) => [`u${i}`, { userId: `u${i}`, keyId: `key-${i}`, hash: 'x'.repeat(150) }],
  passwords: (i) => [`u${i}`, 'x'.repeat(150)],
  passwordIds: (i) => [`u${i}`, 'x'.repeat(36)],
  keyDigests: (i) => [`u${i}`, { userId: `u${i}`, keyId: `key-${i}`, digest: 'x'.repeat(43) }],
  signInLinks: (i) => [`u${i}`, { userId: `u${i}`, digest: 'x'.repeat(43), expires: TIME }],
  logins: (i) => [`u${i}`, TIME],
  usage: (i) => [`u${i}`, { userId: `u${i}`, total: 1_000, date: '2026-11-21', daily: 10 }],
  signInAddresses: (i) => [`u${i}`, Array.from({ length: 16 }, (_, k) => ({ address: `fd00:${k}::/64`, at: TIME }))],
  sessions: (i, bytes) => [
    `s${i}`,
    {
      ...{ id: `s${i}`, userId: `u${i % 1_000}`, keyId: null, passwordId: 'x'.repeat(36), by: 'password' },
      ...{ created: TIME, expires: TIME, lastUsed: null, address: '10.0.0.1', userAgent: text(bytes - 320) },
    },
  ],
  accessKeys: (i, bytes) => [
    `k${i}`,
    {
      ...{ id: `k${i}`, userId: `u${i % 1_000}`, name: text(bytes - 300), privileges: [], expires: null },
      ...{ digest: 'x'.repeat(43), created: TIME, createdBy: 'u1', lastUsed: TIME, address: '10.0.0.1' },
    },
  ],
  displays: (i) => [`d${i}`, { id: `d${i}`, name: `d${i}`, group: null, deviceId: null, lastUsed: null, digest: '' }],
  ports: (i, bytes) => [
    `/dev/ttyUSB${i}`,
    { path: `/dev/ttyUSB${i}`, protocol: 'auto', enabled: true, name: text(bytes - 90) },
  ],
  webhooks: (i, bytes) => [`w${i}`, { name: `w${i}`, enabled: true, url: `https://w.example/${text(bytes - 70)}` }],
  uplinks: (i, bytes) => [
    `u${i}`,
    { name: `u${i}`, type: 'mqtt', url: 'mqtts://broker.example', tls: { ca: text(bytes - 90) } },
  ],
  devices: (i, bytes) => [`bus-${i}`, { ...deviceOf(`bus-${i}`), tags: uniqueValues(i, bytes / 11 - 18) }],
  registrations: (i) => [`bus-${i}`, 1],
  inherited: (i) => [`bus-${i}`, { location: true, contact: true }],
  depots: (i, bytes) => [
    `dp${i}`,
    {
      ...{ id: `dp${i}`, gateway: `g${i}`, name: text(bytes - 260), userId: `u${i}`, group: null, ...TIMES },
      unknownDevices: 'quarantine',
    },
  ],
  depotDevices: (i, bytes) => [
    `bus-${i}`,
    { deviceId: `bus-${i}`, depot: `dp${i % 256}`, name: `Bus ${i}`, description: text(bytes - 110), groups: [] },
  ],
  groups: (i, bytes) => [
    `g${i}`,
    { id: `g${i}`, name: `g${i}`, description: text(bytes - 180), devices: [], ...TIMES },
  ],
  notifications: (i, bytes) => [`r${i}`, { ...ruleOf(`r${i}`), enabled: false, name: text(bytes - 220) }],
  settings: (i, bytes) => [`setting.${i}`, text(bytes - 20)],
  configured: (i, bytes) => [`key.${i}`, text(bytes - 16)],
  zones: (i, bytes) => [
    `z${i}`,
    {
      ...{ id: `z${i}`, name: `z${i}`, description: text(bytes - 230), home: false, ...TIMES },
      shape: { type: 'circle', center: [5, 52], radius: 100 },
    },
  ],
  zoneVisits: (i) => [`bus-${i}`, { z1: TIME }],
  alertRules: (i, bytes) => [
    `ar${i}`,
    {
      ...{
        id: `ar${i}`,
        name: text(bytes - 280),
        enabled: false,
        attention: false,
        devices: [],
        groups: [],
        all: true,
      },
      ...{ type: 'speed', limit: 30, minimumDuration: 10, ...TIMES },
    },
  ],
  ruleStates: (i) => [
    `bus-${i}`,
    Object.fromEntries(
      ['ar1', 'ar2'].map((rule) => [rule, { revision: `v${i}`, at: 1_763_712_000_000, level: 'under' }]),
    ),
  ],
  uplinkPositions: (i) => [
    `u${i}`,
    {
      address: 'mqtt mqtts://broker.example',
      lanes: { alerts: { n: i, settled: [] }, history: { n: i, settled: [] } },
      dropped: { entries: 0, ranges: [] },
    },
  ],
  deadLetters: (i, bytes) => [
    `u${i}`,
    {
      [`history/bus-${i}`]: {
        ...{ reason: text(80), at: TIME },
        ranges: Array.from(
          { length: Math.min(1_000, Math.floor(bytes / 40)) },
          (_, k) => [k * 10, k * 10 + 1, 2] as const,
        ),
      },
    },
  ],
  templates: (i, bytes) => [
    `t${i}`,
    {
      ...{ id: `t${i}`, name: `t${i}`, description: text(bytes - 300), protocol: 'queclink', settings: {} },
      ...{ deviceId: null, deviceName: null, group: null, limits: null, firstNumber: 1, ...TIMES },
    },
  ],
  lastLocations: (i, bytes) => [`bus-${i}`, locationAt(i, bytes)],
  jumps: (i) => [`bus-${i}`, { dateTime: TIME, latitude: 52, longitude: 5, accuracy: 5 }],
  lastSeen: (i, bytes) => [`bus-${i}`, { at: TIME, source: { protocol: 'json', port: 'x'.repeat(bytes - 90) } }],
  sequences: (i) => [`bus-${i}`, ['a', 'b', 'c'].map((epoch) => ({ epoch: `${epoch}${i}`, from: 1, seq: 9 }))],
  telemetry: (i, bytes) => [`bus-${i}`, uniqueValues(i, bytes / 11 - 1)],
  sent: (i, bytes) => [
    `bus-${i}`,
    Array.from({ length: Math.min(8, bytes / 45) }, (_, day) => ({ date: `2026-11-0${day}`, email: 9, sms: 9 })),
  ],
  undated: (i, bytes) => [
    `bus-${i}`,
    {
      lastSeen: STAMP,
      location: { ...STAMP, n: i, kind: 'location', v: { ...at(i), location: locationAt(i, bytes - 300) } },
    },
  ],
  outbox: (i, bytes) => [String(i), messageAt(String(i), bytes, 'queued')],
  finishedMessages: (i, bytes) => [String(i + 1e6), messageAt(String(i + 1e6), bytes, 'sent')],
  series: (i) => {
    const series = { rule: 'r1', deviceId: `bus-${i}`, alert: 'SOSButton' };
    return [JSON.stringify(Object.values(series)), { ...series, raised: 1, told: 1, quietMinutes: 2 }];
  },
  unacknowledged: (i) => [String(i), { deviceId: `bus-${i}`, date: '2026-11-21' }],
  senders: (i) => [
    `${'g'.repeat(36)}${i}:abcdefgh`,
    { marks: Array.from({ length: 70 }, (_, n) => [1e9 + n, 4_000_000_000] as const) },
  ],
  forwardedAlerts: (i) => [`${'g'.repeat(36)}:abcdefgh:${1e9 + i}`, 1e9 + i],
  commands: (i, bytes) => [String(i), commandAt(String(i), bytes, 'queued')],
  finishedCommands: (i, bytes) => [String(i + 1e6), commandAt(String(i + 1e6), bytes, 'done')],
  provisionings: (i, bytes) => [
    `p${i}`,
    {
      ...{ id: `p${i}`, by: { id: 'u', name: 'u' }, at: TIME, until: TIME, template: null, undo: null, once: false },
      ...{ paths: [text(bytes - 200)], units: null, hadSecrets: false },
    },
  ],
  unfinished: (i, bytes) => [`h${i}`, work(`h${i}`, bytes)],
  receipts: (i, bytes) => [`rc${i}`, work(`rc${i}`, bytes)],
};

const at = (i: number) => ({ deviceId: `bus-${i}`, source: { protocol: 'json', port: '/dev/ttyUSB0' } });

/** Fills every collection to its bound in number and in bytes; what is there already stays. */
export function fillState(state: State): void {
  for (const name of Object.keys(FILLS) as MapName[]) fill(state, name);
  const { max, bytes } = BOUNDS.quarantine;
  for (let i = 0; i < max; i++) {
    const id = `ghost-${i % BOUNDS.unknownDevices.max}`;
    const v = { ...at(i), deviceId: id, location: locationAt(i, bytes / max) };
    addRecord(state.quarantine, { n: i, at: TIME, v: { kind: 'location', v } });
  }
}

function fill(state: State, name: MapName): void {
  const map = state[name] as Map<string, unknown>;
  const { max, bytes }: Bound = BOUNDS[name];
  const each = Math.floor(bytes / max) - 8;
  for (let i = 0; map.size < max; i++) {
    const [key, value] = FILLS[name](i, each);
    if (totalBytes(map) + bytesOfEntry(map, key, value) > bytes) return;
    map.set(key, value);
  }
}

/** Changes the state in the snapshot of a store that is closed. */
export async function editSnapshot(folder: string, edit: (state: State) => void): Promise<void> {
  const path = join(folder, 'state.json');
  const state = parseState(verifyChecksum(await readFile(path, 'utf8')));
  edit(state);
  await writeFile(path, appendChecksum(stringifyState(state)));
}
