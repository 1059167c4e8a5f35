import { expect } from 'chai';
import { success, valueOf } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import type { PortLine } from '../../../src/schema/ports/port-line.js';
import type { User } from '../../../src/schema/accounts/user.js';
import { createPortMonitor } from '../../../src/services/events/port-monitor.js';
import { createTestTimers } from '../../support/time/test-timers.js';
import { NO_REFUSALS } from '../../support/api/no-refusals.js';
import { userOf } from '../../support/api/users.js';
import { createTestTime } from '../../support/time/test-time.js';

const AT = '2026-11-21T08:00:00.000Z';
const viewer = userOf('viewer');

/** A port monitor over test ports. */
function createWorld(maxStreams?: number) {
  const { timers, advance, waiting } = createTestTimers();
  const watched = new Set<(line: PortLine) => void>();
  const monitor = createPortMonitor({
    ports: {
      monitor(_path, emit) {
        watched.add(emit);
        return success(() => void watched.delete(emit));
      },
    },
    time: createTestTime(),
    timers,
    logger: silentLogger,
    refusals: NO_REFUSALS,
    ...(maxStreams !== undefined && { maxStreams }),
  });
  function open(caller: () => User | undefined = () => viewer) {
    const received: PortLine[] = [];
    const world = { full: false, isEnded: false, beats: 0 };
    const receiver = {
      send: ({ data }: { readonly data: PortLine }) => void received.push(data),
      heartbeat: () => (world.beats += 1),
      isFull: () => world.full,
      end: () => (world.isEnded = true),
    };
    return {
      received,
      world,
      subscribed: monitor.subscribe({ path: '/dev/x', receiver, caller, address: '10.0.0.1' }),
    };
  }
  const emitLines = (count: number): void => {
    for (let bytes = 1; bytes <= count; bytes += 1) {
      for (const emit of watched) emit({ at: AT, kind: 'hidden', why: 'notText', bytes });
    }
  };
  return { monitor, advance, waiting, watched, open, emitLines };
}

describe('createPortMonitor', () => {
  it('the oldest stream of the user with the most gives way to a user who has fewer', () => {
    const { open } = createWorld(2);
    const [first, second] = [open(), open()];
    const other = open(() => userOf('other'));
    expect(other.subscribed.ok).to.equal(true);
    expect([first.world.isEnded, second.world.isEnded]).to.deep.equal([true, false]);
    expect(open().subscribed).to.include({ code: 'rate_limited' });
  });

  it('20 lines a second are sent, and the number of the others', async () => {
    const { open, emitLines, advance } = createWorld();
    const { received } = open();
    emitLines(50);
    expect(received).to.have.lengthOf(20);
    await advance(1_000);
    expect(received).to.have.lengthOf(21);
    expect(received.at(-1)).to.include({ kind: 'more', count: 30 });
    emitLines(1);
    expect(received.at(-1)).to.include({ kind: 'hidden', bytes: 1 });
    await advance(1_000);
    expect(received).to.have.lengthOf(22);
  });

  it('lines for a slow client are counted and not buffered', () => {
    const { open, emitLines } = createWorld();
    const { received, world } = open();
    world.full = true;
    emitLines(3);
    expect(received).to.deep.equal([]);
    world.full = false;
    emitLines(1);
    expect(received.map((line) => (line.kind === 'more' ? line.count : line.kind))).to.deep.equal([3, 'hidden']);
  });

  it('a restricted user is refused, and a stream ends when its user becomes restricted or is deleted', async () => {
    const { open, emitLines, advance, watched } = createWorld();
    for (const restricted of [userOf('a', { group: 'north' }), userOf('b', { deviceId: 'bus' })]) {
      const { subscribed } = open(() => restricted);
      expect(subscribed).to.include({ ok: false, code: 'forbidden' });
    }
    for (const later of [userOf('viewer', { group: 'north' }), undefined]) {
      let user: User | undefined = viewer;
      const { received, world } = open(() => user);
      user = later;
      emitLines(1);
      expect([received.length, world.isEnded]).to.deep.equal([0, true]);
    }
    let user: User | undefined = viewer;
    const silent = open(() => user);
    await advance(15_000);
    expect(silent.world).to.include({ beats: 1, isEnded: false });
    user = undefined;
    await advance(15_000);
    expect(silent.world).to.include({ beats: 1, isEnded: true });
    expect(watched.size).to.equal(0);
  });

  it('an ended stream leaves no subscription or timer, and stop ends all streams', () => {
    const { open, emitLines, watched, waiting, monitor } = createWorld();
    const { subscribed } = open();
    emitLines(30);
    valueOf(subscribed)();
    expect([watched.size, waiting()]).to.deep.equal([0, 0]);
    const { world } = open();
    monitor.stop();
    expect([watched.size, waiting(), world.isEnded]).to.deep.equal([0, 0, true]);
    expect(open().subscribed).to.include({ ok: false, code: 'store_unavailable' });
  });

  it('a stream beyond the limit is refused until another one ends', () => {
    const { open } = createWorld(2);
    const { subscribed } = open();
    open();
    expect(open().subscribed).to.include({ ok: false, code: 'rate_limited', retryAfter: 30 });
    valueOf(subscribed)();
    expect(open().subscribed.ok).to.equal(true);
  });
});
