import { connectTracker, openListener, type ListenerBench, type TestTracker } from './listener-bench.js';

/** A TCP listener of each test, with its trackers; all are closed after it. */
export function useTcpListener() {
  let bench: ListenerBench | undefined;
  const trackers: TestTracker[] = [];

  function opened(): ListenerBench {
    if (bench === undefined) throw new Error('the test has not opened its listener');
    return bench;
  }

  afterEach(async () => {
    for (const { socket } of trackers.splice(0)) socket.destroy();
    await bench?.stop();
    bench = undefined;
  });

  return {
    get bench() {
      return opened();
    },
    open: async (options?: Parameters<typeof openListener>[0]): Promise<void> => {
      bench = await openListener(options);
    },
    connect: (from?: string): TestTracker => {
      const tracker = connectTracker(opened().port, from);
      trackers.push(tracker);
      return tracker;
    },
    connections: (): number => opened().status().listener.connections,
  };
}
