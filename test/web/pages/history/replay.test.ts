import { expect } from 'chai';
import { createReplay, momentAfterKey, type ReplayOptions } from '../../../../src/web/pages/history/replay.js';
import { createTestBrowserClock, NOW } from '../../support.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const range = { from: NOW, to: NOW + HOUR };

function replayOf(changes: Partial<ReplayOptions> = {}) {
  const clock = createTestBrowserClock();
  const replay = createReplay({
    clock,
    range,
    startAt: NOW,
    speed: 60,
    gapAt: () => undefined,
    isStepwise: false,
    ...changes,
  });
  return { clock, replay, passed: () => replay.moment.value - NOW };
}

describe('the replay', () => {
  it('the replay advances with the clock at its speed until it is paused', () => {
    const { clock, replay, passed } = replayOf();
    replay.play();
    clock.advance(1_000);
    expect(passed()).to.equal(MINUTE);
    replay.speed.value = 600;
    clock.advance(500);
    expect(passed()).to.equal(6 * MINUTE);
    replay.pause();
    clock.advance(1_000);
    expect(passed()).to.equal(6 * MINUTE);
    expect(replay.isPlaying.value).to.equal(false);
  });

  it('the replay stops at the end of the range, and then plays it again', () => {
    const { clock, replay, passed } = replayOf({ startAt: range.to - 1_000 });
    replay.play();
    clock.advance(1_000);
    expect(passed()).to.equal(HOUR);
    expect(replay.isPlaying.value).to.equal(false);
    replay.play();
    expect(passed()).to.equal(0);
  });

  it('the replay passes a gap in two seconds, and goes on after it at its speed', () => {
    const gap = { from: NOW + MINUTE, to: NOW + 51 * MINUTE };
    const { clock, replay, passed } = replayOf({
      speed: 1,
      startAt: gap.from,
      gapAt: (at) => (at > gap.from && at < gap.to ? gap : undefined),
    });
    replay.play();
    clock.advance(1_000);
    expect(passed()).to.equal(26 * MINUTE);
    clock.advance(1_500);
    expect(replay.moment.value).to.equal(gap.to);
    clock.advance(1_000);
    expect(replay.moment.value).to.equal(gap.to + 1_000);
  });

  it('the replay goes on where it was after a pause of the browser', () => {
    const { clock, replay, passed } = replayOf({ speed: 1 });
    replay.play();
    clock.advance(HOUR);
    expect(passed()).to.equal(2_000);
  });

  it('the moment moves once a second for viewers who prefer reduced motion', () => {
    const { clock, replay, passed } = replayOf({ isStepwise: true });
    replay.play();
    clock.advance(900);
    expect(passed()).to.equal(0);
    clock.advance(100);
    expect(passed()).to.equal(MINUTE);
  });

  it('the replay plays only once, however often it is started, and seeks within the range', () => {
    const { clock, replay, passed } = replayOf({ speed: 1 });
    replay.play();
    replay.pause();
    replay.play();
    replay.play();
    clock.advance(1_000);
    expect(passed()).to.equal(1_000);
    replay.seek(range.to + 1);
    expect(passed()).to.equal(HOUR);
    replay.seek(0);
    expect(passed()).to.equal(0);
  });
});

describe('momentAfterKey', () => {
  const day = { from: NOW, to: NOW + 24 * HOUR };
  const noon = NOW + 12 * HOUR;

  it('arrows move by a minute of a day, and page keys by an hour', () => {
    expect(momentAfterKey('ArrowRight', noon, day)).to.equal(noon + MINUTE);
    expect(momentAfterKey('ArrowLeft', noon, day)).to.equal(noon - MINUTE);
    expect(momentAfterKey('PageUp', noon, day)).to.equal(noon + HOUR);
    expect(momentAfterKey('PageDown', noon, day)).to.equal(noon - HOUR);
  });

  it('home and end are the ends of the range, and no key leaves it', () => {
    expect(momentAfterKey('Home', noon, day)).to.equal(day.from);
    expect(momentAfterKey('End', noon, day)).to.equal(day.to);
    expect(momentAfterKey('PageDown', day.from, day)).to.equal(day.from);
    expect(momentAfterKey('ArrowUp', day.to, day)).to.equal(day.to);
    expect(momentAfterKey('Tab', noon, day)).to.equal(undefined);
  });
});
