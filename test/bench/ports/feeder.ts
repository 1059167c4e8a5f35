import { join } from 'node:path';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { plugPty, type Pty } from '../../../src/simulator/ports/pty.js';
import { bytesPerSecond, streamKindOf, streamOf, type Mix, type Stream } from './streams.js';

/**
 * Feeds the other ends of the ports in a process of its own: `node … feeder.js FOLDER MIX WAY SECONDS PORTS BAUD_RATE`. It reports
 * that it is ready, starts on request, reports what it sent, and ends when its channel closes.
 */

/** slices: the due bytes every ms, as adapters deliver them; finest: the due bytes in a loop without a pause */
export type Way = 'slices' | 'finest';

export type Fed = {
  readonly records: number;
  readonly ports: readonly { readonly bytes: number; readonly records: number }[];
  readonly bytesPerWrite: number;
  /** maximum ms that a port was behind its rate, because the machine or the reader was too slow */
  readonly furthestBehind: number;
  /** writes to a full port */
  readonly heldUp: number;
};

const SLICE_MS = 1;
const now = (): number => performance.now();

type Line = Stream & { readonly pty: Pty; sent: number };

const [, , folder, mix, way, seconds, ports, baudRate] = process.argv as unknown as [
  node: string,
  file: string,
  folder: string,
  mix: Mix,
  way: Way,
  seconds: string,
  ports: string,
  baudRate: string,
];
const rate = bytesPerSecond(Number(baudRate));
const lines = Array.from({ length: Number(ports) }, (_, port): Line => {
  const pty = plugPty(join(folder, `port-${port}`), false);
  // Replies must be read.
  pty.master.resume();
  return { ...streamOf(streamKindOf(mix, port), port, Math.round(Number(seconds) * rate)), pty, sent: 0 };
});

async function feed(): Promise<Fed> {
  let [writes, heldUp, furthestBehind] = [0, 0, 0];

  /** Writes the bytes due `ms` after the start; false when the stream has ended. */
  function hand(line: Line, ms: number): boolean {
    const { bytes, pty, sent } = line;
    const due = Math.min(Math.floor((ms / 1000) * rate), bytes.length);
    furthestBehind = Math.max(furthestBehind, (1000 * (due - sent)) / rate);
    if (due > sent) {
      const taken = pty.write(bytes.subarray(0, due), sent);
      if (taken < due - sent) heldUp += 1;
      writes += 1;
      line.sent += taken;
    }
    return line.sent < bytes.length;
  }

  const begun = now();
  // Each port gets its due bytes in every round.
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
