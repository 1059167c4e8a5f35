import { countDiscarded } from '../../protocols/counters.js';
import { createDetector, isCertain, isLikely, type Evidence } from '../../protocols/detect.js';
import type { Counters, Protocol } from '../../protocols/protocol.js';
import type { Timers } from '../../time/clock.js';
import type { Port } from '../transport/port-types.js';

/** The evidence for a protocol at one speed; `baudRate` is null where the port has none, as over TCP. */
export type Candidate = Evidence & { readonly baudRate: number | null };

/** Detects the protocol of an open port by listening. Never writes: that would transmit on a radio or dial a modem. */
export type Autodetect = {
  readonly onData: (chunk: Uint8Array) => void;
  readonly end: () => void;
};

type AutodetectOptions = {
  readonly port: Pick<Port, 'setBaudRate'>;
  readonly protocols: readonly Protocol[];
  /** tried in this order; the port is open at the first one; a single null where the port has no speed */
  readonly baudRates: readonly (number | null)[];
  /** counts the bytes that are discarded */
  readonly counters: Counters;
  readonly timers: Timers;
  /** called with the next speed, and with the candidates of all speeds of this round, the likeliest first */
  readonly onBaudChange: (baudRate: number | null, ranking: readonly Candidate[]) => void;
  /** called once, with the protocol, all candidates, and the data received so far at its speed */
  readonly onDetected: (found: Candidate, ranking: readonly Candidate[], chunks: readonly Uint8Array[]) => void;
};

/** The fastest speed first: data read at a lower speed than its own gives more noise. */
export const COMMON_BAUD_RATES = [115_200, 9_600, 38_400, 4_800, 57_600, 19_200] as const;

/** The time at each speed: at least this long, and at most this long after the first byte. */
const WINDOW_MS = 3_000;
/** Trackers report every 10 s or once a minute: each round waits longer for the first byte. */
const WINDOW_GROWTH = 4;
const MAX_WINDOW_MS = 65_000;
/** More than the fastest speed brings in three seconds; above this, the oldest data is discarded. */
const MAX_HELD_BYTES = 65_536;

type AutodetectState = {
  readonly options: AutodetectOptions;
  state: 'listening' | 'ended';
  /** index of the present speed */
  index: number;
  windowMs: number;
  /** the candidates at the previous speeds of this round */
  previous: readonly Candidate[];
  detector: ReturnType<typeof createDetector>;
  readonly held: Uint8Array[];
  heldBytes: number;
  cancelWindow: () => void;
};

export function createAutodetect(options: AutodetectOptions): Autodetect {
  const detection: AutodetectState = {
    options,
    state: 'listening',
    index: 0,
    windowMs: WINDOW_MS,
    previous: [],
    detector: createDetector(options.protocols),
    held: [],
    heldBytes: 0,
    cancelWindow: () => undefined,
  };
  startWindow(detection, WINDOW_MS);

  return {
    onData(chunk) {
      onData(detection, chunk);
    },
    end() {
      end(detection);
      discardHeld(detection, 0);
    },
  };
}

function onData(detection: AutodetectState, chunk: Uint8Array): void {
  if (detection.state === 'ended') return;
  if (detection.held.length === 0) {
    detection.cancelWindow();
    startWindow(detection, WINDOW_MS);
  }
  detection.held.push(chunk);
  detection.heldBytes += chunk.length;
  discardHeld(detection, MAX_HELD_BYTES);
  detection.detector.push(chunk);
  detect(detection, isCertain);
}

function startWindow(detection: AutodetectState, ms: number): void {
  detection.cancelWindow = detection.options.timers.after(ms, () => {
    if (!detect(detection, isLikely)) void nextBaudRate(detection);
  });
}

/** Ends the detection if the evidence at this speed is sufficient. */
function detect(detection: AutodetectState, isSufficient: (evidence: Evidence) => boolean): boolean {
  const [best, ...others] = rank(detection);
  if (best === undefined || !isSufficient(best)) return false;
  end(detection);
  detection.options.onDetected(best, [best, ...others, ...detection.previous], detection.held);
  return true;
}

async function nextBaudRate(detection: AutodetectState): Promise<void> {
  const { port, protocols, baudRates, onBaudChange } = detection.options;
  const ranking = [...detection.previous, ...rank(detection)].sort((a, b) => b.share - a.share);
  detection.index = (detection.index + 1) % baudRates.length;
  const isNextRound = detection.index === 0;
  if (isNextRound) detection.windowMs = Math.min(detection.windowMs * WINDOW_GROWTH, MAX_WINDOW_MS);
  const next = baudRateOf(detection);
  onBaudChange(next, ranking);
  detection.previous = isNextRound ? [] : ranking;
  discardHeld(detection, 0);
  detection.detector = createDetector(protocols);
  // A port that refuses a speed is lost, and reports that itself.
  if (next !== null && baudRates.length > 1) await port.setBaudRate(next).catch(() => undefined);
  // What arrived meanwhile has started the window: a pseudo-terminal is received at any speed.
  if (detection.state === 'listening' && detection.held.length === 0) startWindow(detection, detection.windowMs);
}

const baudRateOf = ({ index, options }: AutodetectState): number | null => options.baudRates[index] ?? null;

/** The candidates at the present speed, the likeliest first. */
const rank = (detection: AutodetectState): Candidate[] =>
  detection.detector.ranking().map((evidence) => ({ ...evidence, baudRate: baudRateOf(detection) }));

function discardHeld(detection: AutodetectState, maxBytes: number): void {
  const { counters } = detection.options;
  while (detection.heldBytes > maxBytes) {
    const { length = detection.heldBytes } = detection.held.shift() ?? {};
    detection.heldBytes -= length;
    counters.bytes += length;
    countDiscarded(counters, length, 'noise');
  }
}

function end(detection: AutodetectState): void {
  detection.state = 'ended';
  detection.cancelWindow();
}
