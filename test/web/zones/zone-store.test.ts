import { expect } from 'chai';
import type { Zone } from '../../../src/schema/zones/zone.js';
import type { ApiResult } from '../../../src/web/api/client.js';
import type { FeedData } from '../../../src/web/api/received-event.js';
import { createZoneStore } from '../../../src/web/zones/zone-store.js';
import { createTestBrowserClock, deviceView } from '../support.js';

const SINCE = '2026-11-22T07:00:00.000Z';

const zone = (id: string, changes: Partial<Zone> = {}): Zone => ({
  id,
  name: id,
  description: '',
  home: false,
  shape: { type: 'circle', center: [5, 52], radius: 100 },
  creation: SINCE,
  lastModified: SINCE,
  ...changes,
});
const visit = (deviceId: string, zoneId: string, isInside: boolean): FeedData['zone'] => ({
  deviceId,
  zone: zoneId,
  dateTime: SINCE,
  isInside,
});

describe('the zone store', () => {
  function useStore(zones: readonly Zone[], zoneVisits: readonly object[] = []) {
    const listeners = new Map<string, (data: never, hasId: boolean) => void>();
    const clock = createTestBrowserClock();
    const paths: string[] = [];
    let isFailing = false;
    const known = new Set<string>();
    const store = createZoneStore({
      api: {
        get<T>(path: string): Promise<ApiResult<T>> {
          paths.push(path);
          if (isFailing) return Promise.resolve({ ok: false, code: 'unreachable', text: '' });
          return Promise.resolve({ ok: true, value: { zones, zoneVisits } as T });
        },
      },
      feed: {
        on(type, listener) {
          listeners.set(type, listener);
          return () => listeners.delete(type);
        },
      },
      live: { get: (id) => (known.has(id) ? ({} as never) : undefined) },
      clock,
    });
    const stop = store.start();
    return {
      store,
      stop,
      paths,
      clock,
      known,
      fail: (failing: boolean): void => {
        isFailing = failing;
      },
      emit: <Type extends keyof FeedData>(type: Type, data: FeedData[Type]): void => {
        listeners.get(type)?.(data as never, true);
      },
    };
  }
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  const inside = (store: ReturnType<typeof useStore>['store'], zoneId: string): string[] => [
    ...(store.devicesIn.value.get(zoneId) ?? []),
  ];

  it('it reads nothing until a page needs the zones, and then once', async () => {
    const { store, paths, emit } = useStore([zone('yard')]);
    emit('gap', { from: 0, to: 0 });
    emit('zoneChange', { zoneId: 'quay', zone: zone('quay') });
    expect(paths).to.deep.equal([]);
    expect(store.zones.value).to.deep.equal([]);
    store.need();
    store.need();
    await settle();
    expect(paths).to.deep.equal(['/api/zones', '/api/zoneVisits']);
    expect(store.loaded.value).to.equal(true);
  });

  it('it follows zones that are created, changed and deleted, sorted by name', async () => {
    const { store, emit } = useStore([zone('b')], [{ deviceId: 'bus', zone: 'b', since: SINCE }]);
    store.need();
    await settle();
    emit('zoneChange', { zoneId: 'a', zone: zone('a', { name: 'zone 10' }) });
    emit('zoneChange', { zoneId: 'b', zone: zone('b', { name: 'zone 9' }) });
    expect(store.zones.value.map(({ name }) => name)).to.deep.equal(['zone 9', 'zone 10']);
    emit('zoneChange', { zoneId: 'b', zone: null });
    expect(store.zones.value.map(({ id }) => id)).to.deep.equal(['a']);
    expect(inside(store, 'b')).to.deep.equal([]);
  });

  it('a device that enters or leaves a zone, or is removed, changes the devices in it', async () => {
    const { store, emit } = useStore([zone('yard')], [{ deviceId: 'bus', zone: 'yard', since: SINCE }]);
    store.need();
    await settle();
    emit('zone', visit('van', 'yard', true));
    expect(inside(store, 'yard')).to.deep.equal(['bus', 'van']);
    expect(store.visits.value.get('van')).to.deep.equal([{ zone: 'yard', since: Date.parse(SINCE) }]);
    emit('zone', visit('bus', 'yard', false));
    expect(inside(store, 'yard')).to.deep.equal(['van']);
    emit('device', { deviceId: 'van', device: null });
    expect(inside(store, 'yard')).to.deep.equal([]);
  });

  it('what happens during a read is not lost to an older response', async () => {
    const { store, emit } = useStore([zone('yard')]);
    store.need();
    emit('zone', visit('bus', 'yard', true));
    emit('zoneChange', { zoneId: 'quay', zone: zone('quay') });
    await settle();
    expect(inside(store, 'yard')).to.deep.equal(['bus']);
    expect(store.zones.value.map(({ id }) => id)).to.deep.equal(['quay', 'yard']);
  });

  it('a device that becomes visible makes it read the visits again, a known one does not', async () => {
    const { store, emit, clock, paths, known } = useStore([zone('yard')]);
    store.need();
    await settle();
    known.add('bus');
    emit('device', { deviceId: 'bus', device: deviceView('bus') });
    clock.advance(2_000);
    expect(paths).to.have.lengthOf(2);
    emit('device', { deviceId: 'van', device: deviceView('van') });
    clock.advance(2_000);
    await settle();
    expect(paths).to.have.lengthOf(4);
  });

  it('a failed read is shown and repeated, and a sign-out forgets everything', async () => {
    const { store, clock, fail, stop } = useStore([zone('yard')]);
    fail(true);
    store.need();
    await settle();
    expect(store.failure.value?.code).to.equal('unreachable');
    fail(false);
    clock.advance(5_000);
    await settle();
    expect(store.failure.value).to.equal(undefined);
    expect(store.zones.value).to.have.lengthOf(1);
    stop();
    expect(store.zones.value).to.deep.equal([]);
    expect(store.loaded.value).to.equal(false);
  });
});
