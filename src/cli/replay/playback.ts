import { setTimeout as delay } from 'node:timers/promises';
import type { SimulatedLine } from '../../simulator/ports/simulated-line.js';
import type { RecordedChunk } from './recording.js';

export type PlaybackOptions = {
  readonly line: SimulatedLine;
  /** so many times as fast; Infinity: at once */
  readonly speed: number;
  /** ms, monotonic */
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly onPlayed: (bytes: number) => void;
};

/**
 * Plays what was recorded into a line, until its end. Rejects when the line is lost, and when `signal` says so: whoever
 * gives the signal closes the line too, as a reader may hold a write up for ever.
 */
export async function play(recording: AsyncIterable<RecordedChunk>, options: PlaybackOptions): Promise<void> {
  const { line, speed, now, signal, onPlayed } = options;
  let due = now();
  for await (const { delayMs, bytes } of recording) {
    due += delayMs / speed;
    if (due > now()) await delay(due - now(), undefined, { signal });
    // Time that a reader held the line up is not made good by haste.
    due = Math.max(due, now() - delayMs / speed);
    await line.write(bytes);
    signal.throwIfAborted();
    onPlayed(bytes.length);
  }
}
