import { expect } from 'chai';
import { createLogRoom, reachOf } from '../../../src/store/log/log-room.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 22);
const segmentWith = (streams: Readonly<Record<string, number>>) => ({ streamBytes: () => Object.entries(streams) });

describe('createLogRoom', () => {
  it('the device that takes most is found, also after segments were added and dropped', async () => {
    let segments = [segmentWith({ 'location/bus': 600, 'alert/bus': 50, 'location/van': 250, other: 100 })];
    const room = createLogRoom(() => segments);
    expect(room.read()).to.deep.equal({ largest: null, others: null });
    await room.update();
    expect(room.read()).to.deep.equal({ largest: { deviceId: 'bus', share: 0.65 }, others: 0.1 });
    segments = [...segments, segmentWith({ 'location/van': 1_000 })];
    await room.update();
    expect(room.read()).to.deep.equal({ largest: { deviceId: 'van', share: 0.625 }, others: 0.05 });
    segments = segments.slice(1);
    await Promise.all([room.update(), room.update()]);
    expect(room.read()).to.deep.equal({ largest: { deviceId: 'van', share: 1 }, others: 0 });
  });

  it('while segments are counted, the last whole count is shown', async () => {
    let segments = Array.from({ length: 5 }, () => segmentWith({ 'location/bus': 100 }));
    const room = createLogRoom(() => segments);
    await room.update();
    const before = room.read();
    segments = [...segments.slice(4), segmentWith({ other: 300 })];
    const updated = room.update().then(() => 'updated');
    const nextTurn = () => new Promise((resolve) => setImmediate(resolve, 'turn'));
    const seen = [];
    while ((await Promise.race([updated, nextTurn()])) === 'turn') seen.push(room.read());
    expect(seen.length).to.be.at.least(4);
    for (const view of seen) expect(view).to.deep.equal(before);
    expect(room.read()).to.deep.equal({ largest: { deviceId: 'bus', share: 0.25 }, others: 0.75 });
  });

  it('a segment that is not sorted yet is counted once it is', async () => {
    const room = createLogRoom(() => [{}]);
    await room.update();
    expect(room.read().largest).to.equal(null);
  });
});

describe('reachOf', () => {
  const segment = (ms: number, size: number) => ({
    span: (stream: string) => (stream === 'other' ? { from: ms, to: ms, count: 1 } : undefined),
    lastWrittenAt: () => ms + DAY,
    bytes: () => size,
  });
  const options = {
    segments: [segment(NOW - 12 * DAY, 500), segment(NOW - 2 * DAY, 400)],
    retention: { days: 400, bytes: 1_000 },
    segmentBytes: 100,
    keptFrom: 77,
    now: NOW,
  };

  it('history that retention by size ended before its days ends early', () => {
    expect(reachOf(options)).to.deep.equal({ since: NOW - 12 * DAY, endsEarly: true });
  });

  it('history that was never dropped, or by age alone, does not end early', () => {
    expect(reachOf({ ...options, keptFrom: null })).to.include({ endsEarly: false });
    expect(reachOf({ ...options, keptFrom: 1 })).to.include({ endsEarly: false });
    expect(reachOf({ ...options, retention: { days: 10, bytes: 1_000 } })).to.include({ endsEarly: false });
    expect(reachOf({ ...options, retention: { days: 0, bytes: 1_000 } })).to.include({ endsEarly: false });
    expect(reachOf({ ...options, retention: { days: 400, bytes: 100_000 } })).to.include({ endsEarly: false });
    expect(reachOf({ ...options, retention: { days: 400, bytes: 0 } })).to.include({ endsEarly: false });
  });

  it('the time of a clock that was not set does not count', () => {
    const unset = { ...segment(60_000, 500), lastWrittenAt: () => NOW - 3 * DAY };
    expect(reachOf({ ...options, segments: [unset] })).to.include({ since: NOW - 3 * DAY });
    expect(reachOf({ ...options, segments: [segment(60_000, 500)] })).to.include({ since: null, endsEarly: false });
    expect(reachOf({ ...options, segments: [] })).to.include({ since: null });
  });
});
