import { join } from 'node:path';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { plugPty, type Pty } from '../../src/simulator/ports/pty.js';
import { BYTES_PER_SECOND, PORTS, spokenOn, streamOf, type Mix, type Stream } from './ports-streams.js';

/**
 * The far ends of the ports, a process of its own: `node … ports-feeder.js FOLDER MIX WAY SECONDS`. It says that it is
 * ready, begins when it is told to, and says what it has sent; it ends when it is told nothing more.
 */

/** in slices: what is due every ms, as adapters hand it over; finest: what is due, over and over, without a rest */
export type Way = 'slices' | 'finest';

export type Fed = {
  readonly records: number;
  readonly ports: readonly { readonly bytes: number; readonly records: number }[];
  readonly bytesPerWrite: number;
  /** ms that a port was behind its rate, at most: the machine had no time for the feeder, or the reader none for it */
  readonly furthestBehind: number;
  /** writes that found the port full */
  readonly heldUp: number;
};

const SLICE_MS = 1;
const now = (): number => performance.now();

type Line = Stream & { readonly pty: Pty; sent: number };

const [, , folder, mix, way, seconds] = process.argv as unknown as [
  node: string,
  file: string,
  folder: string,
  mix: Mix,
  way: Way,
  seconds: string,
];
const lines = Array.from({ length: PORTS }, (_, port): Line => {
  const pty = plugPty(join(folder, `port-${port}`), false);
  // What is answered has to be taken.
  pty.master.resume();
  return { ...streamOf(spokenOn(mix, port), port, Number(seconds) * BYTES_PER_SECOND), pty, sent: 0 };
});

async function feed(): Promise<Fed> {
  let [writes, heldUp, furthestBehind] = [0, 0, 0];

  /** Hands on what is due `ms` after the beginning; false when there is nothing more to come. */
  function hand(line: Line, ms: number): boolean {
    const { bytes, pty, sent } = line;
    const due = Math.min(Math.floor((ms / 1000) * BYTES_PER_SECOND), bytes.length);
    furthestBehind = Math.max(furthestBehind, (1000 * (due - sent)) / BYTES_PER_SECOND);
    if (due > sent) {
      const taken = pty.write(bytes.subarray(0, due), sent);
      if (taken < due - sent) heldUp += 1;
      writes += 1;
      line.sent += taken;
    }
    return line.sent < bytes.length;
  }

  const begun = now();
  // Every line is handed what is due, each time.
  while (lines.filter((line) => hand(line, now() - begun)).length > 0) {
    await (way === 'slices' ? delay(SLICE_MS) : turn());
  }
  const total = lines.reduce((sum, { sent }) => sum + sent, 0);
  return {
    records: lines.reduce((sum, { records }) => sum + records, 0),
    ports: lines.map(({ bytes, records }) => ({ bytes: bytes.length, records })),
    bytesPerWrite: total / writes,
    furthestBehind,
    heldUp,
  };
}

process.on('message', () => {
  void feed().then((fed) => process.send?.(fed));
});
process.on('disconnect', () => {
  for (const { pty } of lines) pty.unplug();
});
process.send?.('ready');
