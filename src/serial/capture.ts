import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Conceal } from '../protocols/protocol.js';
import { encodeCaptured, type Direction } from './capture-format.js';
import { createMasking } from './masking.js';
import type { Timers } from './timers.js';

/** Writes down what passes over a port. It never holds the port up, and never fails it. */
export type Capture = {
  readonly add: (direction: Direction, bytes: Uint8Array) => void;
  /** Resolves when all of it is in the file. */
  readonly close: () => Promise<void>;
};

type Parts = {
  readonly file: string;
  /** of the file and its predecessor together; the older half goes when it is full */
  readonly mostBytes: number;
  /** what must not be written down */
  readonly secrets: readonly RegExp[];
  /** the same in packets, which have no lines */
  readonly conceals?: readonly Conceal[];
  /** ms since 1970 */
  readonly now: () => number;
  readonly timers: Timers;
  readonly logger: Logger;
};

const flushMs = 1_000;
/** More waits for a disk that is slow: it is left out. */
const mostWaiting = 4_194_304;

/** Where the capture of a port is written. */
export const captureFile = (folder: string, path: string): string =>
  join(folder, `${path.replace(/^\/dev\//, '').replace(/[^A-Za-z0-9._-]+/g, '_')}.jsonl`);

export function createCapture({ file, mostBytes, secrets, conceals = [], now, timers, logger }: Parts): Capture {
  const masking = createMasking({ secrets, conceals });
  let waiting: string[] = [];
  let waitingBytes = 0;
  let writing = Promise.resolve();
  let stopWaiting: (() => void) | undefined;
  let fails = false;
  let size: number | undefined;

  function put(direction: Direction, bytes: Uint8Array): void {
    if (bytes.length === 0 || waitingBytes > mostWaiting) return;
    const line = encodeCaptured({ at: now(), direction, bytes });
    waiting.push(line);
    waitingBytes += line.length;
    stopWaiting ??= timers.after(flushMs, () => {
      stopWaiting = undefined;
      writing = writing.then(flush);
    });
  }

  async function flush(): Promise<void> {
    const lines = waiting;
    waiting = [];
    waitingBytes = 0;
    try {
      for (const batch of batchesOf(lines, mostBytes / 4)) await write(batch);
      fails = false;
    } catch (error) {
      if (!fails) logger.warn({ file, reason: messageOf(error) }, 'the capture can not be written: it has a gap');
      fails = true;
      size = undefined;
    }
  }

  async function write(lines: string): Promise<void> {
    const bytes = Buffer.byteLength(lines);
    size ??= await sizeOf(file);
    if (size > 0 && size + bytes > mostBytes / 2) {
      await rename(file, `${file}.1`);
      size = 0;
    }
    await appendFile(file, lines, { mode: 0o600 });
    size += bytes;
  }

  return {
    add(direction, bytes) {
      for (const piece of masking.pass(direction, bytes)) put(direction, piece);
    },
    async close() {
      stopWaiting?.();
      for (const direction of ['in', 'out'] as const) {
        for (const piece of masking.rest(direction)) put(direction, piece);
      }
      stopWaiting?.();
      await (writing = writing.then(flush));
    },
  };
}

/** Lines joined to texts of about so many bytes. */
function* batchesOf(lines: readonly string[], bytes: number): Generator<string> {
  let batch = '';
  for (const line of lines) {
    batch += line;
    if (batch.length < bytes) continue;
    yield batch;
    batch = '';
  }
  if (batch !== '') yield batch;
}

async function sizeOf(file: string): Promise<number> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
