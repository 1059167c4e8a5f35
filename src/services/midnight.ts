import { messageOf } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Store } from '../store/store.js';
import type { MakeBell } from './bell.js';
import type { ClockTrust } from './clock-trust.js';
import type { Today } from './today.js';

/**
 * Tells that a day has begun: one entry in the log for each local date, ever, and nothing else. The counters are keyed by
 * their date and wait for nobody. Days that began while the gateway was off or its clock in doubt are not told
 * afterwards, but for the one it finds itself in.
 */
export type Midnight = { readonly start: () => void; readonly stop: () => Promise<void> };

export type MidnightOptions = {
  readonly store: Pick<Store, 'state' | 'append'>;
  readonly trust: Pick<ClockTrust, 'quality' | 'onLook'>;
  readonly today: Today;
  readonly timeZone: string;
  readonly makeBell: MakeBell;
  readonly logger: Logger;
};

export function createMidnight({ store, trust, today, timeZone, makeBell, logger }: MidnightOptions): Midnight {
  const { state } = store;
  const bell = makeBell({ timeZone, ring: check });
  let telling: Promise<void> | undefined;
  let isRunning = false;
  let isSet = false;

  const isTold = (date: string): boolean => state.days.includes(date);

  /** Is the day another than the last one told? It costs next to nothing, so it is asked every few seconds. */
  function check(): void {
    if (!isRunning || trust.quality() === 'none' || telling !== undefined) return;
    const date = today();
    if (isTold(date)) return;
    telling = store
      .append([{ kind: 'day', v: { date, timeZone } }])
      .then(
        () => {
          logger.info({ date, timeZone }, 'a new day has begun');
        },
        (error: unknown) => {
          logger.debug({ date, reason: messageOf(error) }, 'that a day has begun is not written yet');
        },
      )
      .finally(() => {
        telling = undefined;
      });
  }

  /** The bell goes by a clock that is believed, or not at all. */
  function setBell(stepped: boolean): void {
    const isBelieved = trust.quality() !== 'none';
    if (isSet && (stepped || !isBelieved)) {
      bell.stop();
      isSet = false;
    }
    if (isSet || !isBelieved) return;
    bell.set();
    isSet = true;
  }

  trust.onLook((stepped) => {
    if (!isRunning) return;
    setBell(stepped);
    check();
  });

  return {
    start() {
      isRunning = true;
      setBell(false);
      check();
    },
    async stop() {
      isRunning = false;
      bell.stop();
      await telling;
    },
  };
}
