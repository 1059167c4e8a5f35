import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { seriesKey } from '../../../src/domain/messages/alert-throttle.js';
import { valueOf } from '../../../src/errors.js';
import type { Change, Entry } from '../../../src/schema/entry.js';
import type { Store } from '../../../src/store/store.js';
import { eventually } from '../gateway/eventually.js';
import { deviceOf, fixAt, locationOf } from './records.js';
import { openTestStore } from './store.js';
import { userOf } from '../api/users.js';

/** All files of a store by path in the data folder, and the acknowledged entries. */
export type StoreImage = { readonly files: ReadonlyMap<string, Buffer>; readonly entries: readonly Entry[] };

/** A few snapshots and segments: small enough to damage each byte in turn. */
const sizes = { segmentBytes: 4_000, snapshotBytes: 4_500 };

export const openSmallStore = (folder: string): Promise<Store> => openTestStore(folder, sizes);

/** About sixty entries of every kind, single and in batches, ending with a batch. */
const posts: readonly (readonly Change[])[] = [
  [
    { kind: 'gateway', v: { id: 'depot' } },
    { kind: 'user', v: user('u-1') },
    { kind: 'credential', v: { userId: 'u-1', keyId: 'k-1', hash: 'x' } },
  ],
  [{ kind: 'device', v: device('bus') }],
  [{ kind: 'device', v: device('van') }],
  ...Array.from({ length: 12 }, (_, i) => [
    [locationOf('bus', fixAt(50 - i))],
    [locationOf('van', fixAt(100 + 3 * i)), locationOf('van', fixAt(101 + 3 * i)), alertAt('van', 101 + 3 * i)],
  ]).flat(),
  [{ kind: 'usage', v: { users: [{ userId: 'u-1', total: 3, date: '2026-11-21', daily: 3 }] } }],
  [{ kind: 'device', v: device('cab') }],
  [locationOf('cab', fixAt(200)), locationOf('cab', fixAt(201)), locationOf('cab', fixAt(202))],
];

function user(id: string): Extract<Change, { kind: 'user' }>['v'] {
  return userOf(id, { id, privileges: ['admin'] });
}
function device(id: string): Extract<Change, { kind: 'device' }>['v'] {
  return deviceOf(id);
}
function alertAt(deviceId: string, second: number): Change {
  const alert = { dateTime: fixAt(second).dateTime, alerts: ['SOS'] };
  return { kind: 'alert', v: { deviceId, alert, source: { protocol: 'http' } } };
}

/** A store after a crash, with entries after the snapshot, or after a stop, without such entries. */
export async function makeStoreImage(folder: string, left: 'by a crash' | 'by a stop'): Promise<StoreImage> {
  const store = await openSmallStore(folder);
  const entries: Entry[] = [];
  for (const post of posts) entries.push(...(await store.append(post)));
  const settled = (): boolean => {
    const names = readdirSync(join(folder, 'log'));
    const closed = names.filter((name) => name.endsWith('.sorted.jsonl'));
    const raw = names.filter((name) => /^\d+\.jsonl$/.test(name));
    return closed.length >= 2 && raw.length === 1 && !names.some((name) => name.endsWith('.tmp'));
  };
  await eventually('closed segments are sorted', settled);
  await eventually('the state was written twice', () => {
    const names = readdirSync(folder);
    return ['state.json', 'state.1.json'].every((name) => names.includes(name)) && !names.includes('state.json.tmp');
  });
  if (left === 'by a stop') await store.close();
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'lock')
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path)]),
  );
  if (left === 'by a crash') await store.close();
  return { files, entries };
}

/** Replaces the contents of `folder` with the image and changes one file. */
export function restoreImage(folder: string, { files }: StoreImage, changed: string, bytes: Buffer): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path === changed ? bytes : content);
  }
}

/** Whether the path is a segment of the log, raw or sorted. */
export const isSegment = (path: string): boolean => path.endsWith('.jsonl');

/** The number of the entry at `offset` of a segment, and the end of its line including the line feed. */
export function linesOf(segment: Buffer): { n: number; end: number }[] {
  let end = 0;
  return segment
    .toString('latin1')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      end += line.length + 1;
      return { n: (JSON.parse(line) as { n: number }).n, end };
    });
}

/** The numbers of the entries that a store returns: records by range query, entities from the state. */
export async function numbersIn(store: Store, entries: readonly Entry[]): Promise<number[]> {
  const all = { from: 0, to: Date.parse('2027-01-01T00:00:00Z'), limit: 10_000 };
  const found = new Set<string>();
  for (const deviceId of ['bus', 'van', 'cab']) {
    for (const location of valueOf(await store.history.locations({ deviceId, ...all })).records) {
      found.add(JSON.stringify([deviceId, location]));
    }
    for (const { id } of valueOf(await store.history.alerts({ deviceId, ...all })).records) found.add(`alert ${id}`);
  }
  const { state } = store;
  const isThere = (entry: Entry): boolean => {
    switch (entry.kind) {
      case 'gateway':
        return state.gatewayId === entry.v.id;
      case 'generation':
        return state.generations.some(({ id }) => id === entry.v.id);
      case 'user':
        return state.users.has(entry.v.id);
      case 'quota-granted':
        return state.quotaGrants.get(entry.v.userId) === entry.v.by;
      case 'credential':
        return state.credentials.has(entry.v.userId);
      case 'device':
        return state.devices.has(entry.v.id);
      case 'log-use':
        return state.logUse !== null;
      case 'usage':
        return state.usage.has('u-1');
      case 'depot':
        return state.depots.has(entry.v.id);
      case 'depot-device':
        return state.depotDevices.has(entry.v.deviceId);
      case 'group':
        return state.groups.has(entry.v.id);
      case 'password':
        return state.passwords.has(entry.v.userId);
      case 'sign-in-password':
        return state.passwordIds.get(entry.v.userId) === entry.v.passwordId;
      case 'key-digest':
        return state.keyDigests.has(entry.v.userId);
      case 'sign-in-link':
        return state.signInLinks.get(entry.v.userId)?.digest === entry.v.digest;
      case 'sign-in-address':
        return state.signInAddresses.has(entry.v.userId);
      case 'session':
        return state.sessions.has(entry.v.id);
      case 'access-key':
        return state.accessKeys.has(entry.v.id);
      case 'signed-out':
        return state.passwordIds.get(entry.v.userId) === entry.v.passwordId;
      case 'access-keys-used':
        return entry.v.used.every(({ id, at }) => state.accessKeys.get(id)?.lastUsed === at);
      case 'display':
        return state.displays.has(entry.v.id);
      case 'port':
        return state.ports.has(entry.v.path);
      case 'uplink':
        return state.uplinks.has(entry.v.name);
      case 'generation-from':
        return state.generations.some(({ id, from }) => id === entry.v.id && from === entry.v.from);
      case 'uplink-begun':
      case 'uplink-cursor':
      case 'uplink-dropped':
      case 'uplink-stopped':
        return state.uplinkPositions.has(entry.v.name);
      case 'uplink-dead-letters':
        return state.deadLetters.has(entry.v.name);
      case 'webhook':
        return state.webhooks.has(entry.v.name);
      case 'sign-ins-used':
        return entry.v.used.every(({ id, at }) => state.sessions.get(id)?.lastUsed === at);
      case 'login':
        return state.logins.has(entry.v.userId);
      case 'day':
        return state.days.includes(entry.v.date);
      case 'clock':
        return state.untrusted.length > 0 === (entry.v.quality === 'none');
      case 'telemetry':
        return state.telemetry.has(entry.v.deviceId);
      case 'message':
        return state.outbox.has(String(entry.n));
      case 'template':
        return state.templates.has(entry.v.id);
      case 'provisioning':
        return state.provisionings.has(entry.v.id);
      case 'provisioning-begun':
        return state.unfinished.has(entry.v.hardwareId);
      case 'provisioning-receipt':
        return state.receipts.has(entry.v.id);
      case 'notification':
        return state.notifications.has(entry.v.id);
      case 'zone':
        return state.zones.has(entry.v.id);
      case 'alert-rule':
        return state.alertRules.has(entry.v.id);
      case 'zone-visit':
        return state.zoneVisits.get(entry.v.deviceId)?.[entry.v.zone] !== undefined;
      case 'rule-state':
        return state.ruleStates.get(entry.v.deviceId)?.[entry.v.rule] !== undefined;
      case 'setting':
        return state.settings.has(entry.v.key);
      case 'downtime':
        return state.downtimes.some(({ from, to }) => from === entry.v.from && to === entry.v.to);
      case 'configuration':
        return Object.keys(entry.v.values).every((key) => state.configured.has(key));
      case 'started':
        return state.started?.version === entry.v.version;
      case 'running':
      case 'secrets-set':
      case 'sign-in-refused':
      case 'file-taken':
      case 'file-changed':
      case 'log-level':
        return state.n >= entry.n;
      case 'alert-series':
        return state.series.has(seriesKey(entry.v));
      case 'command':
      case 'command-message':
        return state.commands.has(String(entry.n));
      case 'command-begun':
      case 'command-settled':
        throw new Error(`an image holds no ${entry.kind}: a command that is queued is looked for`);
      case 'message-begun':
      case 'message-returned':
      case 'message-settled':
      case 'message-delivery':
        throw new Error(`an image holds no ${entry.kind}: a message that is queued is looked for`);
      case 'alert-notified':
      case 'alert-acknowledged':
        throw new Error(`an image must not contain ${entry.kind}: only its alert shows it`);
      case 'quarantined':
        return state.quarantine.devices.has(entry.v.v.deviceId);
      case 'quarantine-removed':
      case 'user-removed':
      case 'credential-removed':
      case 'device-removed':
      case 'group-removed':
      case 'depot-removed':
      case 'notification-removed':
      case 'template-removed':
      case 'zone-removed':
      case 'alert-rule-removed':
      case 'provisioning-ended':
      case 'sessions-removed':
      case 'sign-in-link-used':
      case 'access-key-removed':
      case 'display-removed':
      case 'port-removed':
      case 'uplink-removed':
      case 'uplink-forgotten':
      case 'webhook-removed':
      case 'setting-removed':
        throw new Error(`an image must not contain ${entry.kind}: a removed entity looks like a lost one`);
      case 'location':
        return found.delete(JSON.stringify([entry.v.deviceId, entry.v.location]));
      case 'alert':
        return found.delete(`alert ${entry.n}`);
    }
  };
  const numbers = entries.filter(isThere).map(({ n }) => n);
  if (found.size > 0) throw new Error(`never stored: ${[...found].join()}`);
  return numbers;
}
