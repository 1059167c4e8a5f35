import { createDetector, isCertain, isLikely, type Evidence } from '../../protocols/detect.js';
import type { Counters, Protocol } from '../../protocols/protocol.js';
import type { Port } from '../transport/serial-port.js';
import type { Timers } from '../../time/timers.js';

/** What was heard at one speed; null where the line has none, as over TCP. */
export type Candidate = Evidence & { readonly baudRate: number | null };

/** Listens on an open port for what is spoken on it. Never writes: that would transmit on a radio, and dial on a modem. */
export type Autodetect = {
  readonly onData: (chunk: Uint8Array) => void;
  readonly end: () => void;
};

type AutodetectOptions = {
  readonly port: Pick<Port, 'setBaudRate'>;
  readonly protocols: readonly Protocol[];
  /** tried in this order, the first of them on the port as it was opened; one null where the line has no speed */
  readonly baudRates: readonly (number | null)[];
  /** What is heard and found to be nothing is counted. */
  readonly counters: Counters;
  readonly timers: Timers;
  /** The speed listened at from now on, and what was made out at all speeds of this round, the likeliest first. */
  readonly onBaudChange: (baudRate: number | null, ranking: readonly Candidate[]) => void;
  /** What is spoken, what was made out at all speeds, and what was heard of it until now. Listening is over. */
  readonly onDetected: (found: Candidate, ranking: readonly Candidate[], chunks: readonly Uint8Array[]) => void;
};

/** The fastest first: at a lower speed than its own a line gives more garbage. */
export const COMMON_BAUD_RATES = [115_200, 9_600, 38_400, 4_800, 57_600, 19_200] as const;

/** So long at least, and so long after the first byte. */
const WINDOW_MS = 3_000;
/** Who waits for an answer says hello every 10 s, and others once a minute: every round waits longer for a first byte. */
const WINDOW_GROWTH = 4;
const MAX_WINDOW_MS = 65_000;
/** More than three seconds hold at the fastest of the speeds; of more the newest part is kept. */
const MAX_HELD_BYTES = 65_536;

export function createAutodetect(options: AutodetectOptions): Autodetect {
  const { port, protocols, baudRates, counters, timers, onBaudChange, onDetected } = options;
  let index = 0;
  let windowMs = WINDOW_MS;
  /** at the speeds before this one */
  let previous: readonly Candidate[] = [];
  let detector = createDetector(protocols);
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let isOver = false;
  let stopWaiting = startWindow(windowMs);

  const baudRate = (): number | null => baudRates[index] ?? null;
  const ranked = (): Candidate[] => detector.ranking().map((evidence) => ({ ...evidence, baudRate: baudRate() }));

  function startWindow(maxMs: number): () => void {
    return timers.after(maxMs, () => {
      if (!detect(isLikely)) void nextBaudRate();
    });
  }

  /** Ends the listening if what was heard at this speed is enough. */
  function detect(isEnough: (evidence: Evidence) => boolean): boolean {
    const [best, ...others] = ranked();
    if (best === undefined || !isEnough(best)) return false;
    end();
    onDetected(best, [best, ...others, ...previous], held);
    return true;
  }

  async function nextBaudRate(): Promise<void> {
    previous = [...previous, ...ranked()].sort((a, b) => b.share - a.share);
    index = (index + 1) % baudRates.length;
    if (index === 0) windowMs = Math.min(windowMs * WINDOW_GROWTH, MAX_WINDOW_MS);
    onBaudChange(baudRate(), previous);
    if (index === 0) previous = [];
    const next = baudRate();
    // A port that refuses is one that is lost: it tells by itself.
    if (next !== null && baudRates.length > 1) await port.setBaudRate(next).catch(() => undefined);
    discardHeld(0);
    if (isOver) return;
    detector = createDetector(protocols);
    stopWaiting = startWindow(windowMs);
  }

  function discardHeld(maxBytes: number): void {
    while (heldBytes > maxBytes) {
      const { length = heldBytes } = held.shift() ?? {};
      heldBytes -= length;
      counters.bytes += length;
      counters.discardedBytes += length;
    }
  }

  function end(): void {
    isOver = true;
    stopWaiting();
  }

  return {
    onData(chunk) {
      if (isOver) return;
      if (held.length === 0) {
        stopWaiting();
        stopWaiting = startWindow(WINDOW_MS);
      }
      held.push(chunk);
      heldBytes += chunk.length;
      discardHeld(MAX_HELD_BYTES);
      detector.push(chunk);
      detect(isCertain);
    },
    end() {
      end();
      discardHeld(0);
    },
  };
}
