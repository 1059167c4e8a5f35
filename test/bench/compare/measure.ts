import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { plugPty } from '../../../src/simulator/ports/pty.js';
import { load } from '../measure/load.js';
import type { Settings } from '../measure/settings.js';
import { streamOf } from '../ports/streams.js';
import { rssMb, sizeOf, type Peer, type Running } from './peer.js';

/** The figures of each peer; undefined: not supported. */
export type Figures = {
  readonly startMs: number;
  readonly restMb: number;
  readonly loadMb: number | undefined;
  readonly postPerSecond: number | undefined;
  readonly postP99Ms: number | undefined;
  readonly getPerSecond: number | undefined;
  readonly bytesPerRecord: number | undefined;
  readonly linesPerSecond: number | undefined;
};

const CONNECTIONS = 64;
const REST_MS = 30_000;
/** fixes of four sentences each */
const FIXES = 25_000;
const TINY_FIXES = 500;
const PATIENCE_MS = 60_000;
const LOOK_MS = 50;

async function running<T>(
  peer: Peer,
  home: string,
  work: (it: Running, folder: string, tookMs: number) => Promise<T>,
  serial?: string,
): Promise<T> {
  const folder = mkdtempSync(resolve(process.env.WAYPOST_BENCH_FOLDER ?? '.', '.bench-'));
  const begun = performance.now();
  try {
    const it = await peer.start({ folder, home, ...(serial !== undefined && { serial }) });
    try {
      return await work(it, folder, it.answeredAt - begun);
    } finally {
      await it.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** ms from its start to its first response, with nothing stored. */
export const startOf = (peer: Peer, home: string): Promise<number> =>
  running(peer, home, (_it, _folder, tookMs) => Promise.resolve(tookMs));

/** MB in memory after half a minute without activity. */
export const restOf = (peer: Peer, home: string, { isTiny }: Settings): Promise<number> =>
  running(peer, home, async ({ pid }) => {
    await delay(isTiny ? 0 : REST_MS);
    return rssMb(pid);
  });

type Http = Pick<Figures, 'loadMb' | 'postPerSecond' | 'postP99Ms' | 'getPerSecond' | 'bytesPerRecord'>;

/** Positions posted and read over 64 connections, and their size on the disk. */
export const httpOf = (peer: Peer, home: string, { seconds }: Settings): Promise<Http | undefined> =>
  running(peer, home, async ({ pid, url, prepare, post, get }, folder) => {
    if (post === undefined || get === undefined) return undefined;
    await prepare?.();
    let i = 0;
    const next = (): string => post.request(i++);
    const posting = {
      url,
      connections: CONNECTIONS,
      request: next,
      isExpected: (code: number) => code === post.status,
    };
    const reading = { url, connections: CONNECTIONS, request: get, isExpected: (code: number) => code === 200 };
    await load({ ...posting, seconds: 1 });
    const [bytes, before] = [sizeOf(folder), i];
    const posted = await load({ ...posting, seconds });
    if (posted.bad > 0) throw new Error(`${peer.name} refused ${posted.bad} positions`);
    const loadMb = rssMb(pid);
    // By then, delayed writes are on the disk.
    await delay(1_000);
    const grown = sizeOf(folder) - bytes;
    const got = await load({ ...reading, seconds });
    return {
      loadMb,
      postPerSecond: posted.perSecond,
      postP99Ms: posted.p99Ms,
      getPerSecond: got.perSecond,
      bytesPerRecord: grown === 0 ? undefined : grown / (i - before),
    };
  });

/** Sentences per second from a saturated port until the last fix is visible. */
export async function linesOf(peer: Peer, home: string, { isTiny }: Settings): Promise<number | undefined> {
  const { bytes } = streamOf('nmea0183', 0, (isTiny ? TINY_FIXES : FIXES) * 255);
  const lines = bytes.toString('latin1').split('\n').length - 1;
  const last = lastTime(bytes.toString('latin1', bytes.length - 1_000));
  const folder = mkdtempSync(resolve('.bench-pty-'));
  const pty = plugPty(join(folder, 'receiver'), false);
  pty.master.resume();
  try {
    return await running(
      peer,
      home,
      async ({ prepare, lastTimeFromPort }) => {
        if (lastTimeFromPort === undefined) return undefined;
        await prepare?.();
        await delay(1_000);
        const begun = performance.now();
        let sent = 0;
        while (sent < bytes.length) {
          sent += pty.write(bytes, sent);
          await turn();
        }
        while ((await lastTimeFromPort()) !== last) {
          if (performance.now() - begun > PATIENCE_MS)
            throw new Error(`${peer.name} lost the last fix, or is far behind`);
          await delay(LOOK_MS);
        }
        return lines / ((performance.now() - begun) / 1_000);
      },
      join(folder, 'receiver'),
    );
  } finally {
    pty.unplug();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `hh:mm:ss` of the last RMC: some peers give no date or fractions of a second. */
function lastTime(text: string): string {
  const [, time = ''] = (text.split('\n').findLast((line) => line.includes('RMC')) ?? '').split(',');
  return [time.slice(0, 2), time.slice(2, 4), time.slice(4, 6)].join(':');
}
