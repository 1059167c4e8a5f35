import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** From Debian's package faketime; the dynamic linker expands `$LIB` to lib/x86_64-linux-gnu and the like. */
const LIBRARY = '/usr/$LIB/faketime/libfaketime.so.1';

export type FakeClock = {
  /** of the process that has the clock */
  readonly env: () => NodeJS.ProcessEnv;
  /** Sets it: `2027-03-27 12:00:00`, UTC. */
  readonly set: (time: string) => void;
};

/**
 * A wall clock of a process of its own, by a file in `folder`. Its monotonic clock stays right, as on a board without a
 * battery-backed clock.
 */
export function createFakeClock(folder: () => string): FakeClock {
  const file = (): string => join(folder(), 'clock');
  return {
    env: () => ({
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: file(),
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
      TZ: 'UTC',
    }),
    set(time) {
      writeFileSync(file(), `@${time}\n`);
    },
  };
}
