import { messageOf, type Result } from '../../errors.js';
import type { UplinkTest } from '../../schema/uplinks/uplink.js';
import type { UplinkSettings } from '../../schema/uplinks/uplink-settings.js';
import type { Timers } from '../../time/clock.js';
import type { Sink } from '../../uplinks/sink.js';

export type UplinkTesterOptions = {
  /** Makes a sink that announces, creates and takes over nothing. */
  readonly openSink: (settings: UplinkSettings) => Promise<Result<Sink>>;
  readonly timers: Timers;
};

/** A far side that has not answered by then is not reachable. */
const LIMIT_MS = 15_000;
/** Tests at once; each has a connection of its own. */
const MAX_TESTS = 4;

/** Connects, and closes the connection again: resolves with what it found. Never rejects. */
export function createUplinkTester({
  openSink,
  timers,
}: UplinkTesterOptions): (settings: UplinkSettings) => Promise<UplinkTest> {
  let running = 0;

  async function run(settings: UplinkSettings): Promise<UplinkTest> {
    const opened = await openSink(settings);
    if (!opened.ok) return { ok: false, message: opened.message };
    const sink = opened.value;
    try {
      return await connectOnce(sink, settings, timers);
    } finally {
      await sink.stop();
    }
  }

  return async (settings) => {
    if (running >= MAX_TESTS) return { ok: false, message: `${MAX_TESTS} tests are running: try again when one ends` };
    running += 1;
    try {
      return await run(settings);
    } catch (error) {
      return { ok: false, message: messageOf(error) };
    } finally {
      running -= 1;
    }
  };
}

const connectOnce = (sink: Sink, { url }: UplinkSettings, timers: Timers): Promise<UplinkTest> =>
  new Promise((resolve) => {
    const finish = (result: UplinkTest): void => {
      cancel();
      resolve(result);
    };
    const cancel = timers.after(LIMIT_MS, () => {
      const message = `no answer from ${url} within ${LIMIT_MS / 1000} s: check the address, and the way to it`;
      resolve({ ok: false, message });
    });
    const look = (): void => {
      const { connected, reason } = sink.status();
      if (connected) finish({ ok: true, message: reason ?? `connected to ${url}` });
      else if (reason !== null) finish({ ok: false, message: reason });
    };
    // Its status before the first attempt is no result.
    sink.start(look);
  });
