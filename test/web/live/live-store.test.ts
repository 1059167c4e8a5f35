import { effect } from '@preact/signals';
import { expect } from 'chai';
import { createLiveStore } from '../../../src/web/live/live-store.js';
import { createTestBrowserClock, deviceView, fix, NOW } from '../support.js';

describe('the live store', () => {
  const clock = createTestBrowserClock();
  const create = (...ids: string[]) => {
    const live = createLiveStore({ now: clock.now, requestFrame: clock.requestFrame });
    live.startReload()(ids.map((id) => deviceView(id)));
    clock.advance(0);
    return live;
  };

  it('a thousand events cause one redraw', () => {
    const live = create(...Array.from({ length: 500 }, (_, index) => `bus-${index}`));
    let pictures = 0;
    const stop = effect(() => {
      pictures += live.version.value > 0 ? 1 : 0;
    });
    for (let n = 0; n < 1000; n++) live.onLocation({ deviceId: `bus-${n % 500}`, location: fix(n) }, true);
    expect(pictures).to.equal(1);
    clock.advance(0);
    expect(pictures).to.equal(2);
    expect(live.get('bus-1')?.value.lastLocation).to.deep.equal(fix(501));
    stop();
  });

  it('the list is complete when the devices are marked as read, and empty again after sign-out', () => {
    const live = createLiveStore({ now: clock.now, requestFrame: clock.requestFrame });
    const seen: (readonly string[])[] = [];
    const stop = effect(() => {
      if (live.loaded.value) seen.push(live.ids.peek());
    });
    live.startReload()([deviceView('bus'), deviceView('van')]);
    clock.advance(0);
    expect(seen).to.deep.equal([['bus', 'van']]);
    live.clear();
    expect(live.loaded.value).to.equal(false);
    live.startReload()([]);
    clock.advance(0);
    expect(seen).to.deep.equal([['bus', 'van'], []]);
    stop();
  });

  it('the newest fix stays the position, even if an older one arrives later', () => {
    const live = create('bus');
    live.onLocation({ deviceId: 'bus', location: fix(10) }, true);
    live.onLocation({ deviceId: 'bus', location: fix(5) }, true);
    live.onLocation({ deviceId: 'bus', location: fix(9_999), future: true }, true);
    clock.advance(0);
    expect(live.get('bus')?.value.lastLocation).to.deep.equal(fix(10));
    expect(live.get('bus')?.value.lastSeenAt).to.equal(NOW);
  });

  it('an old event does not mark a device as seen now', () => {
    const live = createLiveStore({ now: clock.now, requestFrame: clock.requestFrame });
    live.onLocation({ deviceId: 'bus', location: fix(-900) }, false);
    live.startReload()([deviceView('bus', { lastSeen: fix(-800).dateTime })]);
    clock.advance(0);
    expect(live.get('bus')?.value.lastSeenAt).to.equal(NOW - 800_000);
    expect(live.get('bus')?.value.lastLocation).to.deep.equal(fix(-900));
  });

  it('an event overrides a list that was requested before it', () => {
    const live = create('bus', 'van');
    const take = live.startReload();
    live.onDevice({ deviceId: 'bus', device: deviceView('bus', { name: 'new' }) });
    live.onDevice({ deviceId: 'van', device: null });
    take([deviceView('bus', { name: 'old' }), deviceView('van')]);
    clock.advance(0);
    expect(live.get('bus')?.value.device?.name).to.equal('new');
    expect(live.get('van')).to.equal(undefined);
    expect(live.ids.value).to.deep.equal(['bus']);
  });

  it('devices are sorted by name, with numbers by value, and removed devices disappear', () => {
    const live = create('bus-10', 'bus-9', 'van');
    expect(live.ids.value).to.deep.equal(['bus-9', 'bus-10', 'van']);
    live.onDevice({ deviceId: 'van', device: deviceView('van', { name: 'Ambulance' }) });
    live.startReload()([deviceView('van', { name: 'Ambulance' }), deviceView('bus-9')]);
    clock.advance(0);
    expect(live.ids.value).to.deep.equal(['van', 'bus-9']);
    live.clear();
    expect(live.ids.value).to.deep.equal([]);
    expect([...live.all()]).to.deep.equal([]);
  });

  it('an unlisted device appears only when its record arrives', () => {
    const live = create();
    live.onLocation({ deviceId: 'bus', location: fix(0) }, true);
    clock.advance(0);
    expect(live.ids.value).to.deep.equal([]);
    live.onDevice({ deviceId: 'bus', device: deviceView('bus') });
    clock.advance(0);
    expect(live.ids.value).to.deep.equal(['bus']);
    expect(live.get('bus')?.value.lastLocation).to.deep.equal(fix(0));
  });
});
