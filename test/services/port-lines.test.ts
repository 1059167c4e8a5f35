import { expect } from 'chai';
import { success, valueOf } from '../../src/errors.js';
import { quiet } from '../../src/logger.js';
import type { PortLine } from '../../src/schema/port-line.js';
import type { User } from '../../src/schema/user.js';
import { createPortLines } from '../../src/services/port-lines.js';
import { createTestClock } from '../support/clock.js';
import { createTestTimers } from '../support/test-timers.js';
import { userOf } from '../support/users.js';

const AT = '2026-11-21T08:00:00.000Z';
const looker = userOf('looker');

/** Lines of ports of the test, and who looks at them. */
function createWorld(mostReaders?: number) {
  const { timers, advance, waiting } = createTestTimers();
  const watched = new Set<(line: PortLine) => void>();
  const lines = createPortLines({
    ports: {
      watch(_path, tell) {
        watched.add(tell);
        return success(() => void watched.delete(tell));
      },
    },
    clock: createTestClock(),
    timers,
    logger: quiet,
    ...(mostReaders !== undefined && { mostReaders }),
  });
  function open(caller: () => User | undefined = () => looker) {
    const told: PortLine[] = [];
    const world = { full: false, over: false, beats: 0 };
    const reader = {
      send: ({ data }: { readonly data: PortLine }) => void told.push(data),
      beat: () => (world.beats += 1),
      isFull: () => world.full,
      end: () => (world.over = true),
    };
    return { told, world, subscribed: lines.subscribe({ path: '/dev/x', reader, caller }) };
  }
  const say = (count: number): void => {
    for (let bytes = 1; bytes <= count; bytes += 1) {
      for (const tell of watched) tell({ at: AT, kind: 'hidden', why: 'notText', bytes });
    }
  };
  return { lines, advance, waiting, watched, open, say };
}

describe('the lines of a port', () => {
  it('are told 20 a second, and how many more there were', async () => {
    const { open, say, advance } = createWorld();
    const { told } = open();
    say(50);
    expect(told).to.have.lengthOf(20);
    await advance(1_000);
    expect(told).to.have.lengthOf(21);
    expect(told.at(-1)).to.include({ kind: 'more', count: 30 });
    say(1);
    expect(told.at(-1)).to.include({ kind: 'hidden', bytes: 1 });
    await advance(1_000);
    expect(told).to.have.lengthOf(22);
  });

  it('are counted for who reads too slowly, and wait for him nowhere', () => {
    const { open, say } = createWorld();
    const { told, world } = open();
    world.full = true;
    say(3);
    expect(told).to.deep.equal([]);
    world.full = false;
    say(1);
    expect(told.map((line) => (line.kind === 'more' ? line.count : line.kind))).to.deep.equal([3, 'hidden']);
  });

  it('are nothing for a user who is bound, and end for one who is bound, or gone, meanwhile', async () => {
    const { open, say, advance, watched } = createWorld();
    for (const bound of [userOf('a', { group: 'north' }), userOf('b', { deviceId: 'bus' })]) {
      const { subscribed } = open(() => bound);
      expect(subscribed).to.include({ ok: false, code: 'forbidden' });
    }
    for (const later of [userOf('looker', { group: 'north' }), undefined]) {
      let user: User | undefined = looker;
      const { told, world } = open(() => user);
      user = later;
      say(1);
      expect([told.length, world.over]).to.deep.equal([0, true]);
    }
    let user: User | undefined = looker;
    const silent = open(() => user);
    await advance(15_000);
    expect(silent.world).to.include({ beats: 1, over: false });
    user = undefined;
    await advance(15_000);
    expect(silent.world).to.include({ beats: 1, over: true });
    expect(watched.size).to.equal(0);
  });

  it('leave nothing behind when nobody looks any more, and nobody stays when the gateway stops', () => {
    const { open, say, watched, waiting, lines } = createWorld();
    const { subscribed } = open();
    say(30);
    valueOf(subscribed)();
    expect([watched.size, waiting()]).to.deep.equal([0, 0]);
    const { world } = open();
    lines.stop();
    expect([watched.size, waiting(), world.over]).to.deep.equal([0, 0, true]);
    expect(open().subscribed).to.include({ ok: false, code: 'store_unavailable' });
  });

  it('have room for so many readers, and for another once one has left', () => {
    const { open } = createWorld(2);
    const { subscribed } = open();
    open();
    expect(open().subscribed).to.include({ ok: false, code: 'rate_limited', retryAfter: 30 });
    valueOf(subscribed)();
    expect(open().subscribed.ok).to.equal(true);
  });
});
