import { setTimeout as delay } from 'node:timers/promises';
import type { SimulatedLine } from '../../simulator/ports/simulated-line.js';
import type { RecordedChunk } from './recording.js';

export type PlaybackOptions = {
  readonly line: SimulatedLine;
  /** factor of the playback speed; Infinity: without delays */
  readonly speed: number;
  /** ms, monotonic */
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly onPlayed: (bytes: number) => void;
};

/**
 * Plays a recording into a line. Rejects when the line is lost or `signal` aborts. The caller that aborts must also close
 * the line, because a reader that does not read blocks a write forever.
 */
export async function play(recording: AsyncIterable<RecordedChunk>, options: PlaybackOptions): Promise<void> {
  const { line, speed, now, signal, onPlayed } = options;
  let due = now();
  for await (const { delayMs, bytes } of recording) {
    due += delayMs / speed;
    if (due > now()) await delay(due - now(), undefined, { signal });
    // A delay by a slow reader is not caught up.
    due = Math.max(due, now() - delayMs / speed);
    await line.write(bytes);
    signal.throwIfAborted();
    onPlayed(bytes.length);
  }
}
