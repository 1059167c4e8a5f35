import { expect } from 'chai';
import { success, valueOf } from '../../../src/errors.js';
import { silentLogger } from '../../../src/logger.js';
import type { PortLine } from '../../../src/schema/ports/port-line.js';
import type { User } from '../../../src/schema/accounts/user.js';
import { createPortMonitor } from '../../../src/services/events/port-monitor.js';
import { createTestTimers } from '../../support/test-timers.js';
import { userOf } from '../../support/users.js';
import { createTestTime } from '../../support/test-time.js';

const AT = '2026-11-21T08:00:00.000Z';
const viewer = userOf('looker');

/** Lines of ports of the test, and who looks at them. */
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
    return { told: received, world, subscribed: monitor.subscribe({ path: '/dev/x', receiver, caller }) };
  }
  const emitLines = (count: number): void => {
    for (let bytes = 1; bytes <= count; bytes += 1) {
      for (const emit of watched) emit({ at: AT, kind: 'hidden', why: 'notText', bytes });
    }
  };
  return { lines: monitor, advance, waiting, watched, open, say: emitLines };
}

describe('the lines of a port', () => {
  it('are told 20 a second, and how many more there were', async () => {
    const { open, say: emitLines, advance } = createWorld();
    const { told: received } = open();
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

  it('are counted for who reads too slowly, and wait for him nowhere', () => {
    const { open, say: emitLines } = createWorld();
    const { told: received, world } = open();
    world.full = true;
    emitLines(3);
    expect(received).to.deep.equal([]);
    world.full = false;
    emitLines(1);
    expect(received.map((line) => (line.kind === 'more' ? line.count : line.kind))).to.deep.equal([3, 'hidden']);
  });

  it('are nothing for a user who is bound, and end for one who is bound, or gone, meanwhile', async () => {
    const { open, say: emitLines, advance, watched } = createWorld();
    for (const bound of [userOf('a', { group: 'north' }), userOf('b', { deviceId: 'bus' })]) {
      const { subscribed } = open(() => bound);
      expect(subscribed).to.include({ ok: false, code: 'forbidden' });
    }
    for (const later of [userOf('looker', { group: 'north' }), undefined]) {
      let user: User | undefined = viewer;
      const { told: received, world } = open(() => user);
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

  it('leave nothing behind when nobody looks any more, and nobody stays when the gateway stops', () => {
    const { open, say: emitLines, watched, waiting, lines: monitor } = createWorld();
    const { subscribed } = open();
    emitLines(30);
    valueOf(subscribed)();
    expect([watched.size, waiting()]).to.deep.equal([0, 0]);
    const { world } = open();
    monitor.stop();
    expect([watched.size, waiting(), world.isEnded]).to.deep.equal([0, 0, true]);
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
