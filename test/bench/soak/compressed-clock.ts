import { setTimeout as delay } from 'node:timers/promises';
import { BEGIN, MINUTE_MS, type Plan } from './plan.js';

/** The time of the depot, which passes many times as fast as that of the machine. */
export type CompressedClock = {
  readonly factor: number;
  /** ms since 1970 */
  readonly now: () => number;
  /** since the start */
  readonly minutes: () => number;
  /** Resolves at that minute, or at once. */
  readonly until: (minutes: number) => Promise<void>;
};

export function startCompressedClock({ factor }: Plan): CompressedClock {
  const begun = performance.now();
  const passedMs = (): number => (performance.now() - begun) * factor;
  return {
    factor,
    now: () => BEGIN + passedMs(),
    minutes: () => passedMs() / MINUTE_MS,
    async until(minutes) {
      const ahead = (minutes * MINUTE_MS - passedMs()) / factor;
      if (ahead > 1) await delay(ahead);
    },
  };
}

/** From Debian's package faketime; the dynamic linker expands `$LIB` to lib/x86_64-linux-gnu or the like. */
const LIBRARY = '/usr/$LIB/faketime/libfaketime.so.1';
const PATIENT_SERVER = new URL('patient-server.js', import.meta.url).href;

/** Of a process whose clocks, also the monotonic one, go as this one from its start on. */
export function environmentOf({ now, factor }: CompressedClock): NodeJS.ProcessEnv {
  return {
    LD_PRELOAD: LIBRARY,
    FAKETIME: `@${new Date(now()).toISOString().slice(0, 19).replace('T', ' ')} x${factor}`,
    NO_FAKE_STAT: '1',
    TZ: 'UTC',
    NODE_OPTIONS: `--import=${PATIENT_SERVER}`,
    WAYPOST_SOAK_FACTOR: String(factor),
  };
}
