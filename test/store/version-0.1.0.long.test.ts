import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadSettings } from '../../src/config.js';
import { viewMessage } from '../../src/domain/messages/message.js';
import { usageOn } from '../../src/domain/messages/daily-usage.js';
import { viewDevice } from '../../src/domain/devices/device.js';
import { viewUnknownDevice } from '../../src/domain/devices/unknown-device.js';
import { messageOf, valueOf } from '../../src/errors.js';
import type { DeviceView } from '../../src/schema/devices/device.js';
import type { Group } from '../../src/schema/devices/group.js';
import type { UnknownDeviceView } from '../../src/schema/devices/unknown-device.js';
import type { MessageView } from '../../src/schema/messages/message.js';
import type { NotificationRule } from '../../src/schema/messages/notification-rule.js';
import type { ProvisioningReceipt } from '../../src/schema/provisioning/receipt.js';
import type { Template } from '../../src/schema/provisioning/template.js';
import type { Location } from '../../src/schema/records/location.js';
import { restoreBackup } from '../../src/store/backup/restore.js';
import { checkFolder } from '../../src/store/check/check.js';
import { downgrade } from '../../src/store/state/downgrade.js';
import { readFormat, readVersion } from '../../src/store/state/format.js';
import { migrate } from '../../src/store/state/migrate.js';
import { FORMAT } from '../../src/store/state/migrations/index.js';
import { verifyChecksum } from '../../src/store/state/snapshot.js';
import type { Store } from '../../src/store/store.js';
import { failingDisk } from '../support/store/failing-disk.js';
import { useFolder } from '../support/store/folder.js';
import { fixAt, locationOf } from '../support/store/records.js';
import { everyLocation, openTestStore } from '../support/store/store.js';

/** Written by Waypost 0.1.0: see its README. */
const FIXTURES = 'test/store/fixtures-0.1.0';
const now = '2026-11-23T07:00:00.000Z';
const quotaDate = '2026-11-20';

type StateJson = Readonly<Record<string, unknown>>;
type Expected = {
  readonly devices: readonly DeviceView[];
  readonly users: readonly { readonly id: string; readonly name: string; readonly group: string | null }[];
  readonly groups: readonly Group[];
  readonly notifications: readonly NotificationRule[];
  readonly templates: readonly Template[];
  readonly receipts: readonly ProvisioningReceipt[];
  readonly messages: readonly MessageView[];
  readonly unknownDevices: readonly UnknownDeviceView[];
  readonly locations: Readonly<
    Record<string, { readonly count: number; readonly first: Location; readonly last: Location }>
  >;
  readonly alerts: Readonly<Record<string, readonly { readonly id: string; readonly alerts: readonly string[] }[]>>;
};

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const expected = readJson(join(FIXTURES, 'expected.json')) as Expected;
/** Later versions added these; 0.1.0 ignores them. */
const ADDED_FIELDS = [
  'generations',
  'restampedRanges',
  'commands',
  'finishedCommands',
  'passwordIds',
  'keyDigests',
  'signInLinks',
  'signInAddresses',
  'sessions',
  'accessKeys',
  'displays',
  'keptFrom',
  'unsentAlerts',
  'logUse',
  'registrations',
  'inherited',
  'quotaGrants',
  'ports',
  'uplinks',
  'webhooks',
  'settings',
  'unacknowledged',
  'senders',
  'depots',
  'depotDevices',
  'forwardedAlerts',
  'zones',
  'zoneVisits',
  'alertRules',
  'ruleStates',
  'jumps',
  'downtimes',
  'uplinkPositions',
  'deadLetters',
  'configured',
  'started',
];
/** What 0.1.0 knows of a state. */
const readState = (folder: string, name = 'state.json'): StateJson =>
  Object.fromEntries(
    Object.entries(JSON.parse(verifyChecksum(readFileSync(join(folder, name), 'utf8'))) as StateJson).filter(
      ([field]) => !ADDED_FIELDS.includes(field),
    ),
  );
/** The log, without the positions that a clean stop leaves for the next start: 0.1.0 does not read them. */
function logFiles(folder: string): Map<string, string> {
  const names = readdirSync(join(folder, 'log')).filter((name) => !name.endsWith('.rows.json'));
  return new Map(names.map((name) => [name, readFileSync(join(folder, 'log', name), 'latin1')]));
}

/** The store has everything that the API of 0.1.0 returned. */
async function expectEverything(store: Store): Promise<void> {
  const { state, history } = store;
  expect(store.status()).to.deep.include({ losses: [], writable: true });
  const devices = [...state.devices.values()].map((device) => {
    const sent = usageOn(state.sent.get(device.id), quotaDate);
    return viewDevice(device, state.lastSeen.get(device.id), sent, Date.parse(now));
  });
  // 0.1.0 knew no usual interval.
  expect(devices).to.have.deep.members(expected.devices.map((device) => ({ ...device, usualInterval: null })));
  expect([...state.users.values()].map(({ id, name, group }) => ({ id, name, group }))).to.have.deep.members(
    expected.users.map(({ id, name, group }) => ({ id, name, group })),
  );
  expect([...state.groups.values()]).to.have.deep.members([...expected.groups]);
  expect([...state.notifications.values()]).to.have.deep.members([...expected.notifications]);
  expect([...state.templates.values()]).to.have.deep.members([...expected.templates]);
  expect([...state.receipts.values()]).to.have.deep.members([...expected.receipts]);
  const messages = [...state.outbox.values(), ...state.finishedMessages.values()].map((message) =>
    viewMessage(message, true),
  );
  // The last queued message was tried again, and failed, between the API call and the stop.
  const comparable = ({ attempts, reason, ...message }: MessageView): object =>
    message.state === 'queued'
      ? message
      : { ...message, attempts, reason: reason === 'cancelled' ? 'canceled' : reason };
  expect(messages.map(comparable)).to.have.deep.members(expected.messages.map(comparable));
  const unknown = [...state.quarantine.devices].map(([id, device]) => viewUnknownDevice(id, device));
  expect(unknown).to.have.deep.members([...expected.unknownDevices]);
  for (const [deviceId, { count, first, last }] of Object.entries(expected.locations)) {
    const found = await everyLocation(store, deviceId);
    expect([found.length, found[0], found.at(-1)], deviceId).to.deep.equal([count, first, last]);
  }
  for (const [deviceId, alerts] of Object.entries(expected.alerts)) {
    const all = { deviceId, from: 0, to: Date.parse(now), limit: 100 };
    const found = valueOf(await history.alerts(all)).records;
    expect(found.map(({ id, alerts: names }) => [id, names])).to.deep.equal(
      alerts.map(({ id, alerts: names }) => [id, names]),
    );
  }
}

describe('the upgrade from version 0.1.0', () => {
  const folder = useFolder();
  const data = (): string => join(folder(), 'data');

  beforeEach(() => {
    cpSync(join(FIXTURES, 'store'), data(), { recursive: true });
  });

  it('a store of 0.1.0 has everything after the upgrade, and is valid', async () => {
    const store = await openTestStore(data(), { waypostVersion: 'next' });
    await expectEverything(store);
    await store.close();
    expect(await readFormat(data())).to.include({ version: FORMAT, by: 'next' });
    expect((await checkFolder(data())).findings.filter(({ weight }) => weight === 'loss')).to.deep.equal([]);
    const again = await openTestStore(data());
    await expectEverything(again);
    await again.close();
  });

  it('the state of 0.1.0 has the same content under the names of format 2', async () => {
    const { heard, waiting, settled, doubts, newest, ...others } = readState(data());
    await (await openTestStore(data())).close();
    const { lastSeen, outbox, finishedMessages, untrusted, latestTrustedTime, ...rest } = readState(data());
    expect([lastSeen, untrusted, latestTrustedTime]).to.deep.equal([heard, doubts, newest]);
    expect([Object.keys(outbox as object), Object.keys(finishedMessages as object)]).to.deep.equal([
      Object.keys(waiting as object),
      Object.keys(settled as object),
    ]);
    const { sent, undated, version, ...same } = rest;
    expect(version).to.equal(FORMAT);
    expect(same).to.deep.equal(Object.fromEntries(Object.keys(same).map((name) => [name, others[name]])));
    expect(JSON.stringify([sent, undated, outbox])).to.equal(
      JSON.stringify([others.sent, others.undated, waiting])
        .replaceAll('"told":', '"notified":')
        .replaceAll('"heard":', '"lastSeen":')
        .replaceAll('"doubted":', '"untrusted":'),
    );
  });

  it('the log of 0.1.0 is not rewritten', async () => {
    const before = logFiles(data());
    await migrate({ folder: data(), now, by: '' });
    expect(logFiles(data())).to.deep.equal(before);
  });

  it('a store of 0.1.0 is complete after a migration that was killed at any step and started again', async () => {
    const killed = new Error('killed');
    for (let step = 1; ; step++) {
      cpSync(join(FIXTURES, 'store'), join(folder(), String(step)), { recursive: true });
      const interrupted = join(folder(), String(step));
      const options = { folder: interrupted, now, by: '', disk: failingDisk(step, killed, true) };
      const isDone = await migrate(options).then(
        () => true,
        () => false,
      );
      if (isDone) break;
      if ((await readVersion(interrupted, FORMAT)) === 1) {
        expect(readState(interrupted), `killed at ${step}`).to.deep.equal(readState(data()));
        expect(logFiles(interrupted)).to.deep.equal(logFiles(data()));
      }
      const store = await openTestStore(interrupted);
      await expectEverything(store);
      await store.close();
      expect(readdirSync(interrupted).filter((name) => name.startsWith('migrating'))).to.deep.equal([]);
    }
  });

  for (const { file, passphrase } of [
    { file: 'backup.gz', passphrase: undefined },
    { file: 'backup-with-secrets.gz', passphrase: 'a passphrase for tests' },
  ]) {
    it(`the ${file} of 0.1.0 is restored with everything`, async () => {
      const target = join(folder(), 'restored');
      const options = { file: join(FIXTURES, file), folder: target, now, passphrase, dryRun: false };
      const { secrets, entries } = await restoreBackup(options);
      expect(secrets).to.equal(passphrase !== undefined);
      expect(entries.after).to.equal(readState(data()).n);
      if (passphrase !== undefined)
        expect(readJson(join(target, 'keys.json'))).to.deep.equal(readJson(join(data(), 'keys.json')));
      const store = await openTestStore(target);
      await expectEverything(store);
      await store.close();
    });
  }

  it('a configuration of 0.1.0 is valid, with the same values', async () => {
    const path = join(FIXTURES, 'waypost.json');
    const { config } = await loadSettings({ config: path }, {});
    const { timeZone, store, notifications, serial } = config;
    expect({ timeZone, segmentBytes: store.segmentBytes, from: notifications.email.from }).to.deep.equal({
      timeZone: 'Europe/Madrid',
      segmentBytes: 65_536,
      from: 'depot@example.org',
    });
    expect(serial.ports.map(({ protocol }) => protocol)).to.deep.equal(['json']);
  });

  describe('downgrade', () => {
    it('a downgraded store equals the one that 0.1.0 wrote', async () => {
      await (await openTestStore(data())).close();
      expect(await downgrade({ folder: data(), to: 1, now })).to.equal(FORMAT);
      for (const name of ['state.json', 'state.1.json'])
        expect(readState(data(), name), name).to.deep.equal(readState(join(FIXTURES, 'store')));
      expect(logFiles(data())).to.deep.equal(logFiles(join(FIXTURES, 'store')));
      expect(await readFormat(data())).to.include({ version: 1 });
    });

    it('a downgraded store has what was recorded since the upgrade', async () => {
      const store = await openTestStore(data());
      await store.append([locationOf('bus-1', fixAt(1))]);
      await store.close();
      await downgrade({ folder: data(), to: 1, now });
      const before = readState(join(FIXTURES, 'store'));
      const after = readState(data());
      expect(Object.keys(after)).to.have.members(Object.keys(before));
      expect(after.n).to.equal(Number(before.n) + 1);
      expect(after.heard).to.have.nested.property('bus-1.source.protocol', 'http');
      // The newer version finds it as well, should it be installed again.
      const again = await openTestStore(data());
      expect(again.state.lastSeen.get('bus-1')?.at).to.equal((after.heard as { 'bus-1': { at: string } })['bus-1'].at);
      expect(await everyLocation(again, 'bus-1')).to.have.lengthOf((expected.locations['bus-1']?.count ?? 0) + 1);
      await again.close();
    });

    it('a downgraded store is complete after a downgrade that was killed at any step and run again', async () => {
      await (await openTestStore(data())).close();
      for (let step = 1; ; step++) {
        const interrupted = join(folder(), `back-${step}`);
        cpSync(data(), interrupted, { recursive: true });
        const disk = failingDisk(step, new Error('killed'), true);
        const message = await downgrade({ folder: interrupted, to: 1, now, disk }).then(() => 'done', messageOf);
        if (message === 'done') break;
        await downgrade({ folder: interrupted, to: 1, now });
        expect(readState(interrupted), `killed at ${step}`).to.deep.equal(readState(join(FIXTURES, 'store')));
        expect(logFiles(interrupted)).to.deep.equal(logFiles(join(FIXTURES, 'store')));
      }
    });
  });
});
