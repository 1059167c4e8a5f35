import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { PacketRedactor } from '../../protocols/protocol.js';
import { encodeChunk, type Direction } from './capture-format.js';
import { createStreamRedactor } from './stream-redactor.js';
import type { Timers } from '../../time/timers.js';

/** Writes down what passes over a port. It never holds the port up, and never fails it. */
export type Capture = {
  readonly add: (direction: Direction, bytes: Uint8Array) => void;
  /** Resolves when all of it is in the file. */
  readonly close: () => Promise<void>;
};

type CaptureOptions = {
  readonly file: string;
  /** of the file and its predecessor together; the older half goes when it is full */
  readonly mostBytes: number;
  /** what must not be written down */
  readonly secrets: readonly RegExp[];
  /** the same in packets, which have no lines */
  readonly conceals?: readonly PacketRedactor[];
  /** ms since 1970 */
  readonly now: () => number;
  readonly timers: Timers;
  readonly logger: Logger;
};

const FLUSH_MS = 1_000;
/** More waits for a disk that is slow: it is left out. */
const MAX_WAITING_BYTES = 4_194_304;

/** Where the capture of a port is written. */
export const captureFile = (folder: string, path: string): string =>
  join(folder, `${path.replace(/^\/dev\//, '').replace(/[^A-Za-z0-9._-]+/g, '_')}.jsonl`);

export function createCapture({
  file,
  mostBytes,
  secrets,
  conceals: packetRedactors = [],
  now,
  timers,
  logger,
}: CaptureOptions): Capture {
  const redactor = createStreamRedactor({ secrets, packetRedactors });
  let waiting: string[] = [];
  let waitingBytes = 0;
  let writing = Promise.resolve();
  let stopWaiting: (() => void) | undefined;
  let isFailing = false;
  let size: number | undefined;

  function enqueue(direction: Direction, bytes: Uint8Array): void {
    if (bytes.length === 0 || waitingBytes > MAX_WAITING_BYTES) return;
    const line = encodeChunk({ at: now(), direction, bytes });
    waiting.push(line);
    waitingBytes += line.length;
    stopWaiting ??= timers.after(FLUSH_MS, () => {
      stopWaiting = undefined;
      writing = writing.then(flush);
    });
  }

  async function flush(): Promise<void> {
    const lines = waiting;
    waiting = [];
    waitingBytes = 0;
    try {
      for (const batch of splitIntoBatches(lines, mostBytes / 4)) await write(batch);
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.warn({ file, reason: messageOf(error) }, 'the capture can not be written: it has a gap');
      isFailing = true;
      size = undefined;
    }
  }

  async function write(lines: string): Promise<void> {
    const bytes = Buffer.byteLength(lines);
    size ??= await fileSize(file);
    if (size > 0 && size + bytes > mostBytes / 2) {
      await rename(file, `${file}.1`);
      size = 0;
    }
    await appendFile(file, lines, { mode: 0o600 });
    size += bytes;
  }

  return {
    add(direction, bytes) {
      for (const piece of redactor.push(direction, bytes)) enqueue(direction, piece);
    },
    async close() {
      stopWaiting?.();
      for (const direction of ['in', 'out'] as const) {
        for (const piece of redactor.flush(direction)) enqueue(direction, piece);
      }
      stopWaiting?.();
      await (writing = writing.then(flush));
    },
  };
}

/** Lines joined to texts of about so many bytes. */
function* splitIntoBatches(lines: readonly string[], bytes: number): Generator<string> {
  let batch = '';
  for (const line of lines) {
    batch += line;
    if (batch.length < bytes) continue;
    yield batch;
    batch = '';
  }
  if (batch !== '') yield batch;
}

async function fileSize(file: string): Promise<number> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
