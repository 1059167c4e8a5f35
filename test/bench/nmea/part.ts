import { fork } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { firstLine, nextMessage, startMeasured } from '../measure/cores.js';
import { digits, markdownTable, type Figure } from '../measure/figure.js';
import type { Part, Report } from '../measure/part.js';
import { cpuSeconds } from '../measure/process.js';
import { withFolder, type Settings } from '../measure/settings.js';
import { median, medianRatio } from '../measure/statistics.js';
import type { Fed } from './feeder.js';
import { hasGpsd, readers, type Reader, type ReaderName } from './readers.js';

/**
 * NMEA 0183 over one pseudo-terminal as fast as the reader accepts it: the gateway, until the last fix is stored durably,
 * next to gpsd, which stores nothing, and a process that counts lines. Alternating rounds. And decoding alone, in memory.
 */

type Round = { readonly linesPerSecond: number; readonly cpuUs: number; readonly lost: number };

/** Twice what gpsd takes; the bare reader is faster, and is measured for a shorter time. */
const MAX_BYTES_PER_SECOND = 20e6;
const TINY_BYTES_PER_SECOND = 2e6;
/** gpsd discards what arrives until it has opened the port: it is fed in pieces until something has arrived. */
const START_SECONDS = 0.6;
const PIECES = 30;
const PIECE_PAUSE_MS = 100;
const DECODE_ROUNDS = 15;

/** Feeds a reader that `start` starts on the link in the folder. */
export async function measureReader(
  start: (options: { readonly folder: string; readonly link: string }) => Promise<Reader>,
  settings: Settings,
): Promise<Round> {
  return withFolder(async (folder) => {
    // gpsd opens the device as another user.
    chmodSync(folder, 0o755);
    const link = join(folder, 'receiver');
    const { seconds, warmUpSeconds, isTiny } = settings;
    const bytesPerSecond = isTiny ? TINY_BYTES_PER_SECOND : MAX_BYTES_PER_SECOND;
    const words = [link, String(START_SECONDS + warmUpSeconds + seconds), String(bytesPerSecond)];
    const feeder = fork('dist/test/bench/nmea/feeder.js', words);
    const feed = (forSeconds: number): Promise<Fed> => {
      const reply = nextMessage<Fed>(feeder);
      feeder.send(forSeconds);
      return reply;
    };
    let reader: Reader | undefined;
    try {
      await nextMessage(feeder);
      reader = await start({ folder, link });
      for (let piece = 0; piece < PIECES && !(await reader.isReading()); piece += 1) {
        await feed(START_SECONDS / PIECES);
        await delay(PIECE_PAUSE_MS);
      }
      const warm = await reader.finish(await feed(warmUpSeconds));
      const begun = { at: performance.now(), cpu: cpuSeconds(reader.pid), fed: (await feed(0)).lines };
      const fed = await feed(seconds);
      const done = await reader.finish(fed);
      const lines = done.lines - warm.lines;
      return {
        linesPerSecond: lines / ((done.at - begun.at) / 1000),
        cpuUs: (1e6 * (cpuSeconds(reader.pid) - begun.cpu)) / lines,
        lost: fed.lines - begun.fed - lines,
      };
    } finally {
      await reader?.stop();
      feeder.disconnect();
    }
  });
}

async function decodeRate(rounds: number): Promise<number> {
  const child = startMeasured('dist/test/bench/nmea/decode-process.js', [String(rounds)]);
  return Number((await firstLine(child))[0]);
}

async function run(settings: Settings): Promise<Report> {
  const names = (Object.keys(readers) as ReaderName[]).filter((name) => hasGpsd || name !== 'gpsd');
  const rounds = new Map<ReaderName, Round[]>(names.map((name) => [name, []]));
  const decoded: number[] = [];
  for (let round = 0; round < settings.rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed())
      rounds.get(name)?.push(await measureReader(readers[name], settings));
    decoded.push(await decodeRate(settings.isTiny ? 1 : DECODE_ROUNDS));
  }
  const of = (name: ReaderName, key: keyof Round): number[] => (rounds.get(name) ?? []).map((round) => round[key]);
  const against = (name: ReaderName, key: 'linesPerSecond' | 'cpuUs', goal?: Figure['goal']): Figure => ({
    figure: 'NMEA 0183 from a port to the disk',
    measured: median(of('gateway', key)),
    unit: key === 'cpuUs' ? 'µs CPU a line' : 'lines/s',
    against: { name, value: median(of(name, key)) },
    ratio: medianRatio(of('gateway', key), of(name, key)),
    ...(goal !== undefined && { goal }),
  });
  const table = markdownTable(
    ['reader', 'lines/s', 'µs CPU a line', 'lines lost'],
    names.map((name) => [
      name,
      digits(median(of(name, 'linesPerSecond'))),
      digits(median(of(name, 'cpuUs'))),
      String(Math.max(...of(name, 'lost'))),
    ]),
  );
  return {
    figures: [
      ...(hasGpsd ? [against('gpsd', 'linesPerSecond', { atLeast: 1 }), against('gpsd', 'cpuUs')] : []),
      against('bare reader', 'linesPerSecond'),
      { figure: 'NMEA 0183 decoded in memory', measured: median(decoded), unit: 'MB/s', goal: { atLeast: 45 } },
    ],
    details: [table, ...(hasGpsd ? [] : ['gpsd is left out: install the package gpsd.'])],
  };
}

export const nmeaPart: Part = { name: 'nmea', title: 'NMEA 0183', run };
