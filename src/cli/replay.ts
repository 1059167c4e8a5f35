import { setTimeout as delay } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { messageOf, WaypostError } from '../errors.js';
import { createClock } from '../services/clock.js';
import type { Line } from '../simulator/line.js';
import { numberOf } from './option-values.js';
import { play } from './player.js';
import { openRealLine } from './real-line.js';
import { readRecording } from './recording.js';
import { untilStopped } from './signals.js';

const usualBaud = 9_600;
const longestGapMs = 10_000;
/** s; opening a port throws away what came before: a reader has this long to find a virtual one */
const usualWait = 2;
/** A reader has this long to take the last bytes out of a virtual port before it is gone, and they with it. */
const lingerMs = 2_000;

type Options = {
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
    .description('play what a tracker once said into a serial port, a pseudo-terminal or a virtual port')
    .argument('<file>', 'a capture of the gateway (JSON Lines), or the bytes as they came from a receiver')
    .argument('<path>', 'the port')
    .option('--virtual', 'make the port: PATH becomes a link to a virtual one')
    .option(
      '--baud <rate>',
      'speed of the line, 9600 when left out; at another one a virtual port gives garbage',
      numberOf('--baud', { least: 50, most: 4_000_000, whole: true }),
    )
    .option('--speed <x>', 'so much faster than it was', numberOf('--speed', { least: 0.01, most: 100_000 }), 1)
    .option(
      '--wait <s>',
      'before it begins, for a reader to open the port; 2 with --virtual, else 0',
      numberOf('--wait', { least: 0, most: 86_400, unit: 'seconds' }),
    )
    .option('--at-once', 'as fast as it is read')
    .option('--long-gaps', 'wait for as long as the tracker was silent, not for 10 s at most')
    .option('--loop', 'begin again at the end')
    .addOption(new Option('--format <name>', 'told by the first line when left out').choices(['capture', 'raw']))
    .option('--skip-comments', 'the first lines of a raw file that begin with # are not played')
    .option('--json', 'print what was done as JSON')
    .addHelpText('after', examples)
    .action(replay);

const examples = `
A capture is played with its own timing, a raw file at the speed of its line. Of a capture what the gateway said is
not played. Ctrl-C ends it. Examples:

  waypost replay data/capture/bus-7.jsonl /dev/ttyUSB1 --baud 9600
  waypost replay receiver.nmea /tmp/bus-7.tty --virtual --loop
  waypost replay gpsd-test.log /tmp/test.tty --virtual --at-once --skip-comments`;

async function replay(file: string, path: string, options: Options): Promise<void> {
  const end = new AbortController();
  const { line, lost, close } = await openLine(path, options);
  const done = { file, path, bytes: 0, rounds: 0, heard: 0 };
  line.onData((bytes) => (done.heard += bytes.length));
  const stop = (reason?: string): void => {
    end.abort(reason);
    void close();
  };
  void untilStopped().then(() => {
    stop();
  });
  void lost.then(stop);
  try {
    await playAll(file, options, line, done, end.signal);
  } catch (error) {
    const reason: unknown = end.signal.reason;
    if (!end.signal.aborted)
      throw error instanceof WaypostError ? error : new WaypostError('internal', messageOf(error));
    if (typeof reason === 'string') throw new WaypostError('internal', reason);
  } finally {
    await close();
  }
  process.stdout.write(options.json === true ? `${JSON.stringify(done)}\n` : inWords(done));
}

/** Rejects when `signal` says so. */
async function playAll(file: string, options: Options, line: Line, done: Done, signal: AbortSignal): Promise<void> {
  const { format, skipComments, baud: baudRate = usualBaud, atOnce, speed, longGaps, loop, virtual } = options;
  const longestGap = longGaps === true ? Infinity : longestGapMs;
  const how = {
    line,
    signal,
    speed: atOnce === true ? Infinity : speed,
    now: createClock().monotonic,
    onPlayed: (bytes: number) => (done.bytes += bytes),
  };
  const wait = options.wait ?? (virtual === true ? usualWait : 0);
  if (wait > 0) await delay(wait * 1000, undefined, { signal });
  do {
    await play(readRecording(file, { format, skipComments, baudRate, longestGap }), how);
    if (done.bytes === 0) throw new WaypostError('validation_failed', `${file}: there is nothing in it to play`);
    done.rounds += 1;
  } while (loop === true);
  if (virtual === true) await delay(lingerMs, undefined, { signal });
}

type OpenLine = { readonly line: Line; readonly lost: Promise<string>; readonly close: () => Promise<void> };

async function openLine(path: string, { virtual, baud }: Options): Promise<OpenLine> {
  if (virtual !== true) {
    const line = await openRealLine(path, baud ?? usualBaud);
    return { line, lost: line.lost, close: line.close };
  }
  // The native part of the virtual ports is not on every platform: only who asks for them needs it.
  const { openVirtualPort } = await import('../simulator/virtual-port.js');
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

/** What was done. */
type Done = {
  readonly file: string;
  readonly path: string;
  bytes: number;
  /** how often the end was reached */
  rounds: number;
  /** bytes that the reader sent */
  heard: number;
};

const inWords = ({ file, path, bytes, rounds, heard }: Done): string =>
  `${file}: ${bytes} bytes played into ${path}, ${rounds === 1 ? 'once' : `${rounds} times`} to the end; the reader sent ${heard}\n`;
