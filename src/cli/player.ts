import { setTimeout as delay } from 'node:timers/promises';
import type { Line } from '../simulator/line.js';
import type { Played } from './recording.js';

export type PlayerOptions = {
  readonly line: Line;
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
export async function play(recording: AsyncIterable<Played>, options: PlayerOptions): Promise<void> {
  const { line, speed, now, signal, onPlayed } = options;
  let due = now();
  for await (const { after, bytes } of recording) {
    due += after / speed;
    if (due > now()) await delay(due - now(), undefined, { signal });
    // Time that a reader held the line up is not made good by haste.
    due = Math.max(due, now() - after / speed);
    await line.write(bytes);
    signal.throwIfAborted();
    onPlayed(bytes.length);
  }
}
