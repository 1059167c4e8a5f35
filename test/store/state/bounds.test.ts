import { expect } from 'chai';
import { BOUNDS, COLLECTIONS, type Bound, type Collection } from '../../../src/domain/bounds.js';
import { MAX_STATE_BYTES } from '../../support/store/max-state-bytes.js';
import type { Change } from '../../../src/schema/entry.js';
import { createCapacity } from '../../../src/store/state/capacity.js';
import { emptyState } from '../../../src/store/state/state.js';
import { totalBytes } from '../../../src/store/state/sized-map.js';
import { userOf } from '../../support/api/users.js';
import { deviceOf } from '../../support/store/records.js';
import { alertRuleOf, zoneOf } from '../../support/store/zones.js';
import { createMemoryStore, type MemoryStore } from '../../support/store/memory-store.js';
import { createTestClock } from '../../support/time/clock.js';

describe('the bounds of the state', () => {
  const MIB = 1_048_576;

  it('every collection of the state has a row, and every row a collection', () => {
    const collections = Object.entries(emptyState())
      .filter(([, value]) => typeof value === 'object' && value !== null)
      .map(([name]) => name);
    // The quarantine of the state holds two collections: the unknown devices and their records.
    expect([...collections, 'unknownDevices'].sort()).to.deep.equal([...COLLECTIONS].sort());
  });

  it('the bytes of sequence numbers are at least those of their JSON', () => {
    const most = 2 ** 32 - 1;
    for (const runs of [
      [{ epoch: '0A13B7D6', from: most, seq: most }],
      ['A', 'B', 'C', 'D'].map((letter) => ({ epoch: letter.repeat(8), from: most, seq: most })),
    ]) {
      const { sequences } = emptyState();
      sequences.set('bus', runs);
      const bytes = Buffer.byteLength(JSON.stringify({ bus: runs }));
      expect(totalBytes(sequences)).to.be.within(bytes - 1, bytes + 16);
    }
  });

  it('all bounds together leave most of the 512 MB of the unit free', () => {
    expect(MAX_STATE_BYTES).to.be.below(64 * MIB);
  });
});

describe('the capacity of the state', () => {
  const filled = (): MemoryStore => createMemoryStore(() => createTestClock());
  const filler = (bytes: number): Record<string, string> => ({ note: 'x'.repeat(bytes) });

  const displayOf = (name: string, id = name): Change => ({
    kind: 'display',
    v: { id, name, group: null, deviceId: null, creation: TIME, lastUsed: null, digest: '' },
  });

  /** One change that adds an entity of about `bytes`. */
  const added: Readonly<Partial<Record<Collection, (id: string, bytes: number) => Change>>> = {
    users: (id, bytes) => ({ kind: 'user', v: { ...userOf(id), id, tags: filler(bytes) } }),
    devices: (id, bytes) => ({ kind: 'device', v: { ...deviceOf(id), tags: filler(bytes) } }),
    groups: (id, bytes) => ({ kind: 'group', v: { ...groupOf(id), description: 'x'.repeat(bytes) } }),
    displays: (id, bytes) => displayOf('x'.repeat(bytes), id),
    ports: (path, bytes) => ({ kind: 'port', v: { path, protocol: 'auto', enabled: true, name: 'x'.repeat(bytes) } }),
    webhooks: (name, bytes) => ({
      kind: 'webhook',
      v: { name, enabled: true, url: `https://w.example/${'x'.repeat(bytes)}` },
    }),
    uplinks: (name, bytes) => ({
      kind: 'uplink',
      v: { name, type: 'mqtt', url: 'mqtts://broker.example', tls: { ca: 'x'.repeat(bytes) } },
    }),
    notifications: (id, bytes) => ({ kind: 'notification', v: { ...ruleOf(id), name: 'x'.repeat(bytes) } }),
    zones: (id, bytes) => ({ kind: 'zone', v: zoneOf(id, { description: 'x'.repeat(bytes) }) }),
    alertRules: (id, bytes) => ({ kind: 'alert-rule', v: { ...alertRuleOf(id), name: 'x'.repeat(bytes) } }),
    templates: (id, bytes) => ({ kind: 'template', v: { ...templateOf(id), description: 'x'.repeat(bytes) } }),
    settings: (key, bytes) => ({ kind: 'setting', v: { key, value: 'x'.repeat(bytes) } }),
    provisionings: (id, bytes) => ({ kind: 'provisioning', v: { ...provisioningOf(id), paths: ['x'.repeat(bytes)] } }),
    commands: (id, bytes) => ({
      kind: 'command',
      v: { deviceId: id, command: 'x'.repeat(bytes), format: 'Text', user: 'u', key: 'k', ttl: 60 },
    }),
  };

  for (const [collection, change] of Object.entries(added) as [Collection, (id: string, bytes: number) => Change][]) {
    const bound: Bound = BOUNDS[collection];

    it(`${collection} are refused above their number, and a removal or a smaller one never is`, async () => {
      const store = filled();
      for (let i = 0; i < bound.max; i++) await store.append([change(`id-${i}`, 1)]);
      const refused = await store.append([change('one-more', 1)]).catch((error: unknown) => error);
      expect(refused).to.include({ code: 'conflict' });
      expect((refused as Error).message).to.match(
        new RegExp(`^limit of ${bound.max} .*\\(${bound.max} in use\\): remove`),
      );
      // What is replaced by as much is no growth.
      if (collection !== 'commands') await store.append([change('id-0', 1)]);
    });

    it(`${collection} are refused above their bytes, and those that are stored may shrink`, async () => {
      const store = filled();
      const map: ReadonlyMap<string, unknown> = (store.state as never)[collection];
      const count = Math.min(10, bound.max);
      const large = Math.ceil(bound.bytes / count);
      for (let i = 0; i < count - 1; i++) await store.append([change(`id-${i}`, large)]);
      const refused = await store.append([change('one-more', large)]).catch((error: unknown) => error);
      expect(refused).to.include({ code: 'conflict' });
      expect((refused as Error).message).to.match(new RegExp(`^limit of ${bound.bytes} bytes for all `));
      expect(map.size).to.equal(count - 1);
      expect(totalBytes(map)).to.be.at.most(bound.bytes);
      if (collection !== 'commands') await store.append([change('id-0', 1)]);
    });
  }

  it('a store that exceeds a bound refuses additions, and lets everything shrink', () => {
    const { state } = filled();
    for (let i = 0; i < BOUNDS.groups.max + 5; i++) state.groups.set(`g${i}`, groupOf(`g${i}`));
    const { reserve } = createCapacity(state);
    const grown = { ...groupOf('g1'), devices: ['bus'] };
    expect(reserve([{ kind: 'group', v: groupOf('new') }])).to.include({ ok: false, code: 'conflict' });
    expect(reserve([{ kind: 'group', v: grown }])).to.include({ ok: true });
    expect(reserve([{ kind: 'group-removed', v: { id: 'g1' } }])).to.include({ ok: true });
  });

  it('appends under way hold the room that they need', () => {
    const { state } = filled();
    for (let i = 1; i < BOUNDS.displays.max; i++) state.displays.set(`d${i}`, {} as never);
    const { reserve } = createCapacity(state);
    const change = displayOf('new');
    const first = reserve([change]);
    expect(reserve([displayOf('other')])).to.include({ ok: false });
    if (first.ok) first.value.release?.();
    expect(reserve([displayOf('other')])).to.include({ ok: true });
  });

  it('a user without the privilege admin may register half of the devices, in number and in bytes', async () => {
    const store = filled();
    const register = (id: string, registeredBy: string, bytes = 1): Promise<unknown> =>
      store
        .append([{ kind: 'device', v: { ...deviceOf(id), registeredBy, tags: filler(bytes) } }])
        .catch((error: unknown) => error);
    await store.append([
      { kind: 'user', v: { ...userOf('greedy'), id: 'greedy', privileges: ['devices:write'] } },
      { kind: 'user', v: { ...userOf('boss'), id: 'boss', privileges: ['admin'] } },
    ]);
    for (let i = 0; i < 4; i++) await register(`large-${i}`, 'greedy', BOUNDS.devices.share.bytes / 4 - 500);
    expect(await register('more', 'greedy', 2_000)).to.include({ code: 'conflict' });
    expect(await register('more', 'boss', 2_000)).not.to.be.an('error');
    for (let i = 0; i < BOUNDS.devices.share.max; i++) state(store).devices.set(`d${i}`, deviceBy(`d${i}`, 'boss'));
    expect(await register('yet-more', 'boss')).not.to.be.an('error');
  });
});

const TIME = '2026-11-21T08:00:00.000Z';
const state = (store: MemoryStore) => store.state;
const deviceBy = (id: string, registeredBy: string) => ({ ...deviceOf(id), registeredBy });
const times = { creation: TIME, lastModified: TIME };
const groupOf = (id: string) => ({ id, name: id, description: '', devices: [] as string[], ...times });
const ruleOf = (id: string) => ({
  ...{ id, name: id, enabled: true, alerts: 'all' as const, devices: 'all' as const, groups: [] },
  ...{ emails: [], phones: [], webhooks: [], quietMinutes: 2, ...times },
});
const templateOf = (id: string) => ({
  ...{ id, name: id, description: '', protocol: 'queclink', settings: {}, deviceId: null, deviceName: null },
  ...{ group: null, limits: null, firstNumber: 1, ...times },
});
const provisioningOf = (id: string) => ({
  ...{ id, by: { id: 'u', name: 'u' }, at: TIME, until: TIME, template: null, undo: null, once: false },
  ...{ paths: [] as string[], units: null, hadSecrets: false },
});
