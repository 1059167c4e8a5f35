import { expect } from 'chai';
import type { PortState, PortStatus } from '../../../src/schema/ports/port.js';
import type { FeedData } from '../../../src/web/api/received-event.js';
import { createPortStore } from '../../../src/web/live/port-store.js';
import { NOW } from '../support.js';

const port = (path: string, state: PortState, reason: string | null = null): PortStatus =>
  ({ path, state, reason }) as PortStatus;

describe('the port store', () => {
  function useStore(answer: readonly PortStatus[]) {
    let emit: (port: PortStatus) => void = () => undefined;
    const timers: (() => void)[] = [];
    const closed: string[][] = [];
    const store = createPortStore({
      api: { get: () => Promise.resolve({ ok: true, value: { ports: answer } as never }) },
      feed: {
        on(type, listener) {
          if (type === 'port') emit = listener as (data: FeedData['port']) => void;
          return () => undefined;
        },
      },
      live: {
        setClosedPorts(paths) {
          closed.push([...paths.keys()]);
        },
      },
      clock: {
        after(_ms, run) {
          timers.push(run);
          return () => undefined;
        },
      },
      now: () => NOW,
    });
    store.start();
    return {
      store,
      closed,
      timers,
      emit: (path: string, state: PortState, reason: string | null = null) => {
        emit(port(path, state, reason));
      },
    };
  }

  it('it has the ports that are not open, and asks for no list while all are', () => {
    const { store, closed, timers, emit } = useStore([]);
    emit('a', 'open');
    emit('b', 'opening');
    expect(store.closed.value).to.deep.equal([]);
    expect(timers).to.deep.equal([]);
    emit('b', 'absent');
    emit('b', 'error');
    expect(store.closed.value.map(({ path, state }) => `${path} ${state}`)).to.deep.equal(['b error']);
    emit('b', 'open');
    expect(store.closed.value).to.deep.equal([]);
    expect(closed).to.deep.equal([['b'], []]);
  });

  it('an open port with a reason is silent, not closed, until the list has it without one', async () => {
    const { store, closed, timers, emit } = useStore([port('a', 'open')]);
    emit('a', 'open', 'no data for 30 s');
    expect(store.silent.value.map(({ path }) => path)).to.deep.equal(['a']);
    expect(store.closed.value).to.deep.equal([]);
    timers.at(-1)?.();
    await Promise.resolve();
    await Promise.resolve();
    expect(store.silent.value).to.deep.equal([]);
    expect(closed).to.deep.equal([]);
  });

  it('a closed port that was removed disappears with the next list', async () => {
    const { store, timers, emit } = useStore([port('a', 'busy')]);
    emit('a', 'busy');
    emit('gone', 'absent');
    timers.at(-1)?.();
    await Promise.resolve();
    await Promise.resolve();
    expect(store.closed.value.map(({ path }) => path)).to.deep.equal(['a']);
  });
});
