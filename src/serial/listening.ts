import { createDetector, isCertain, isLikely, type Evidence } from '../protocols/detect.js';
import type { Counters, Protocol } from '../protocols/protocol.js';
import type { Port } from './port.js';
import type { Timers } from './timers.js';

/** What was heard at one speed; null where the line has none, as over TCP. */
export type Heard = Evidence & { readonly baudRate: number | null };

/** Listens on an open port for what is spoken on it. Never writes: that would transmit on a radio, and dial on a modem. */
export type Listening = {
  readonly hear: (chunk: Uint8Array) => void;
  readonly end: () => void;
};

type Parts = {
  readonly port: Pick<Port, 'setBaudRate'>;
  readonly protocols: readonly Protocol[];
  /** tried in this order, the first of them on the port as it was opened; one null where the line has no speed */
  readonly baudRates: readonly (number | null)[];
  /** What is heard and found to be nothing is counted. */
  readonly counters: Counters;
  readonly timers: Timers;
  /** The speed listened at from now on, and what was made out at all speeds of this round, the likeliest first. */
  readonly onTurn: (baudRate: number | null, ranking: readonly Heard[]) => void;
  /** What is spoken, what was made out at all speeds, and what was heard of it until now. Listening is over. */
  readonly onFound: (found: Heard, ranking: readonly Heard[], chunks: readonly Uint8Array[]) => void;
};

/** The fastest first: at a lower speed than its own a line gives more garbage. */
export const usualBaudRates = [115_200, 9_600, 38_400, 4_800, 57_600, 19_200] as const;

/** So long at least, and so long after the first byte. */
const windowMs = 3_000;
/** Who waits for an answer says hello every 10 s, and others once a minute: every round waits longer for a first byte. */
const growth = 4;
const longestWindowMs = 65_000;
/** More than three seconds hold at the fastest of the speeds; of more the newest part is kept. */
const mostHeld = 65_536;

export function createListening(parts: Parts): Listening {
  const { port, protocols, baudRates, counters, timers, onTurn, onFound } = parts;
  let place = 0;
  let ms = windowMs;
  /** at the speeds before this one */
  let former: readonly Heard[] = [];
  let detector = createDetector(protocols);
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let over = false;
  let stopWaiting = wait(ms);

  const baudRate = (): number | null => baudRates[place] ?? null;
  const made = (): Heard[] => detector.ranking().map((evidence) => ({ ...evidence, baudRate: baudRate() }));

  function wait(longest: number): () => void {
    return timers.after(longest, () => {
      if (!conclude(isLikely)) void turn();
    });
  }

  /** Ends the listening if what was heard at this speed is enough. */
  function conclude(isEnough: (evidence: Evidence) => boolean): boolean {
    const [best, ...others] = made();
    if (best === undefined || !isEnough(best)) return false;
    end();
    onFound(best, [best, ...others, ...former], held);
    return true;
  }

  async function turn(): Promise<void> {
    former = [...former, ...made()].sort((a, b) => b.share - a.share);
    place = (place + 1) % baudRates.length;
    if (place === 0) ms = Math.min(ms * growth, longestWindowMs);
    onTurn(baudRate(), former);
    if (place === 0) former = [];
    const next = baudRate();
    // A port that refuses is one that is lost: it tells by itself.
    if (next !== null && baudRates.length > 1) await port.setBaudRate(next).catch(() => undefined);
    drop(0);
    if (over) return;
    detector = createDetector(protocols);
    stopWaiting = wait(ms);
  }

  function drop(most: number): void {
    while (heldBytes > most) {
      const { length = heldBytes } = held.shift() ?? {};
      heldBytes -= length;
      counters.bytes += length;
      counters.discardedBytes += length;
    }
  }

  function end(): void {
    over = true;
    stopWaiting();
  }

  return {
    hear(chunk) {
      if (over) return;
      if (held.length === 0) {
        stopWaiting();
        stopWaiting = wait(windowMs);
      }
      held.push(chunk);
      heldBytes += chunk.length;
      drop(mostHeld);
      detector.hear(chunk);
      conclude(isCertain);
    },
    end() {
      end();
      drop(0);
    },
  };
}
