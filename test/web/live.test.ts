import { effect } from '@preact/signals';
import { expect } from 'chai';
import { createLive } from '../../src/web/live/live.js';
import { createTestBrowserClock, deviceView, fix, NOW } from './support.js';

describe('the live store', () => {
  const clock = createTestBrowserClock();
  const create = (...ids: string[]) => {
    const live = createLive({ now: clock.now, frame: clock.frame });
    live.reading()(ids.map((id) => deviceView(id)));
    clock.advance(0);
    return live;
  };

  it('makes one picture of a thousand events', () => {
    const live = create(...Array.from({ length: 500 }, (_, place) => `bus-${place}`));
    let pictures = 0;
    const stop = effect(() => {
      pictures += live.turn.value > 0 ? 1 : 0;
    });
    for (let n = 0; n < 1000; n++) live.takeLocation({ deviceId: `bus-${n % 500}`, location: fix(n) }, true);
    expect(pictures).to.equal(1);
    clock.advance(0);
    expect(pictures).to.equal(2);
    expect(live.of('bus-1')?.value.last).to.deep.equal(fix(501));
    stop();
  });

  it('has the list at the moment at which it says that the devices are read, and no list again with nobody signed in', () => {
    const live = createLive({ now: clock.now, frame: clock.frame });
    const seen: (readonly string[])[] = [];
    const stop = effect(() => {
      if (live.loaded.value) seen.push(live.ids.peek());
    });
    live.reading()([deviceView('bus'), deviceView('van')]);
    clock.advance(0);
    expect(seen).to.deep.equal([['bus', 'van']]);
    live.clear();
    expect(live.loaded.value).to.equal(false);
    live.reading()([]);
    clock.advance(0);
    expect(seen).to.deep.equal([['bus', 'van'], []]);
    stop();
  });

  it('keeps the newest fix as the place, whatever comes in later', () => {
    const live = create('bus');
    live.takeLocation({ deviceId: 'bus', location: fix(10) }, true);
    live.takeLocation({ deviceId: 'bus', location: fix(5) }, true);
    live.takeLocation({ deviceId: 'bus', location: fix(9_999), future: true }, true);
    clock.advance(0);
    expect(live.of('bus')?.value.last).to.deep.equal(fix(10));
    expect(live.of('bus')?.value.heardAt).to.equal(NOW);
  });

  it('does not take for heard now what it is told of before', () => {
    const live = createLive({ now: clock.now, frame: clock.frame });
    live.takeLocation({ deviceId: 'bus', location: fix(-900) }, false);
    live.reading()([deviceView('bus', { lastSeen: fix(-800).dateTime })]);
    clock.advance(0);
    expect(live.of('bus')?.value.heardAt).to.equal(NOW - 800_000);
    expect(live.of('bus')?.value.last).to.deep.equal(fix(-900));
  });

  it('believes an event more than a list that was asked for before it', () => {
    const live = create('bus', 'van');
    const take = live.reading();
    live.takeDevice({ deviceId: 'bus', device: deviceView('bus', { name: 'new' }) });
    live.takeDevice({ deviceId: 'van', device: null });
    take([deviceView('bus', { name: 'old' }), deviceView('van')]);
    clock.advance(0);
    expect(live.of('bus')?.value.device?.name).to.equal('new');
    expect(live.of('van')).to.equal(undefined);
    expect(live.ids.value).to.deep.equal(['bus']);
  });

  it('lists by name, numbers in names by their value, and forgets what is gone', () => {
    const live = create('bus-10', 'bus-9', 'van');
    expect(live.ids.value).to.deep.equal(['bus-9', 'bus-10', 'van']);
    live.takeDevice({ deviceId: 'van', device: deviceView('van', { name: 'Ambulance' }) });
    live.reading()([deviceView('van', { name: 'Ambulance' }), deviceView('bus-9')]);
    clock.advance(0);
    expect(live.ids.value).to.deep.equal(['van', 'bus-9']);
    live.clear();
    expect(live.ids.value).to.deep.equal([]);
    expect([...live.all()]).to.deep.equal([]);
  });

  it('leaves a device that is not listed out of the list until its record comes', () => {
    const live = create();
    live.takeLocation({ deviceId: 'bus', location: fix(0) }, true);
    clock.advance(0);
    expect(live.ids.value).to.deep.equal([]);
    live.takeDevice({ deviceId: 'bus', device: deviceView('bus') });
    clock.advance(0);
    expect(live.ids.value).to.deep.equal(['bus']);
    expect(live.of('bus')?.value.last).to.deep.equal(fix(0));
  });
});
