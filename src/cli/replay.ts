import { setTimeout as delay } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { messageOf, WaypostError } from '../errors.js';
import { createClock } from '../time/clock.js';
import type { SimulatedLine } from '../simulator/ports/simulated-line.js';
import { parseNumber } from './options/option-values.js';
import { play } from './replay/playback.js';
import { openRealPort } from './simulate/real-port.js';
import { readRecording } from './replay/recording.js';
import { untilStopped } from './terminal/signals.js';

const DEFAULT_BAUD_RATE = 9_600;
const MAX_GAP_MS = 10_000;
/** s for a reader to open a virtual port. Opening a port discards the bytes received before. */
const DEFAULT_WAIT_S = 2;
/** For a reader to take the last bytes, which are lost when the virtual port is closed. */
const LINGER_MS = 2_000;

type ReplayCommandOptions = {
  readonly virtual?: true;
  readonly baud?: number;
  readonly speed: number;
  readonly wait?: number;
  readonly atOnce?: true;
  readonly longGaps?: true;
  readonly loop?: true;
  readonly format?: 'capture' | 'raw';
  readonly skipComments?: true;
  readonly json?: true;
};

export const replayCommand = (): Command =>
  new Command('replay')
    .description('play a recording of a tracker into a serial port, a pseudo-terminal or a virtual port')
    .argument('<file>', 'capture of the gateway (JSON Lines), or raw bytes of a receiver')
    .argument('<path>', 'port to write to')
    .option('--virtual', 'create the port: PATH becomes a link to a virtual port')
    .option(
      '--baud <rate>',
      'bit/s (default: 9600); a program that opens a virtual port at another rate misreads the data',
      parseNumber('--baud', { min: 50, max: 4_000_000, whole: true }),
    )
    .option('--speed <x>', 'factor of the playback speed', parseNumber('--speed', { min: 0.01, max: 100_000 }), 1)
    .option(
      '--wait <s>',
      'wait before playback, for a reader to open the port (default: 2 with --virtual, else 0)',
      parseNumber('--wait', { min: 0, max: 86_400, unit: 'seconds' }),
    )
    .option('--at-once', 'play as fast as the reader takes the data')
    .option('--long-gaps', 'keep gaps of more than 10 s, which are shortened otherwise')
    .option('--loop', 'repeat until stopped')
    .addOption(
      new Option('--format <name>', 'file format (default: detected from the first line)').choices(['capture', 'raw']),
    )
    .option('--skip-comments', 'skip the first lines of a raw file that begin with #')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXAMPLES)
    .action(replay);

const EXAMPLES = `
A capture is played with its own timing, a raw file at the speed of the port. Bytes that the gateway sent are in a
capture, but are not played. Ctrl-C stops the playback. Examples:

  waypost replay data/captures/bus-7.jsonl /dev/ttyUSB1 --baud 9600
  waypost replay receiver.nmea /tmp/bus-7.tty --virtual --loop
  waypost replay gpsd-test.log /tmp/test.tty --virtual --at-once --skip-comments`;

async function replay(file: string, path: string, options: ReplayCommandOptions): Promise<void> {
  const end = new AbortController();
  const { line, lost, close } = await openTarget(path, options);
  const summary = { file, path, bytes: 0, rounds: 0, received: 0 };
  line.onData((bytes) => (summary.received += bytes.length));
  const stop = (reason?: string): void => {
    end.abort(reason);
    void close();
  };
  void untilStopped().then(() => {
    stop();
  });
  void lost.then(stop);
  try {
    await playAll(file, options, line, summary, end.signal);
  } catch (error) {
    const reason: unknown = end.signal.reason;
    if (!end.signal.aborted)
      throw error instanceof WaypostError ? error : new WaypostError('internal', messageOf(error));
    if (typeof reason === 'string') throw new WaypostError('internal', reason);
  } finally {
    await close();
  }
  process.stdout.write(options.json === true ? `${JSON.stringify(summary)}\n` : describeSummary(summary));
}

/** Rejects when `signal` aborts. */
async function playAll(
  file: string,
  options: ReplayCommandOptions,
  line: SimulatedLine,
  summary: ReplaySummary,
  signal: AbortSignal,
): Promise<void> {
  const { format, skipComments, baud: baudRate = DEFAULT_BAUD_RATE, atOnce, speed, longGaps, loop, virtual } = options;
  const maxGapMs = longGaps === true ? Infinity : MAX_GAP_MS;
  const playback = {
    line,
    signal,
    speed: atOnce === true ? Infinity : speed,
    now: createClock().monotonic,
    onPlayed: (bytes: number) => (summary.bytes += bytes),
  };
  const wait = options.wait ?? (virtual === true ? DEFAULT_WAIT_S : 0);
  if (wait > 0) await delay(wait * 1000, undefined, { signal });
  do {
    await play(readRecording(file, { format, skipComments, baudRate, maxGapMs }), playback);
    if (summary.bytes === 0) throw new WaypostError('validation_failed', `${file}: no data to play`);
    summary.rounds += 1;
  } while (loop === true);
  if (virtual === true) await delay(LINGER_MS, undefined, { signal });
}

type OpenedTarget = {
  readonly line: SimulatedLine;
  readonly lost: Promise<string>;
  readonly close: () => Promise<void>;
};

async function openTarget(path: string, { virtual, baud }: ReplayCommandOptions): Promise<OpenedTarget> {
  if (virtual !== true) {
    const line = await openRealPort(path, baud ?? DEFAULT_BAUD_RATE);
    return { line, lost: line.lost, close: line.close };
  }
  // Loaded on demand, because its native module is not available on every platform.
  const { openVirtualPort } = await import('../simulator/ports/virtual-port.js');
  const line = openVirtualPort(path, baud === undefined ? {} : { baudRate: baud });
  return {
    line,
    lost: new Promise(() => undefined),
    close() {
      line.close();
      return Promise.resolve();
    },
  };
}

type ReplaySummary = {
  readonly file: string;
  readonly path: string;
  bytes: number;
  /** complete passes through the file */
  rounds: number;
  /** bytes that the reader of the port sent */
  received: number;
};

const describeSummary = ({ file, path, bytes, rounds, received }: ReplaySummary): string =>
  `${file}: ${bytes} bytes played into ${path}, ${rounds} complete ${rounds === 1 ? 'pass' : 'passes'}; ${received} bytes received\n`;
