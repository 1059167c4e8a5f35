import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../errors.js';
import type { Logger } from '../logger.js';
import type { Conceal } from '../protocols/protocol.js';
import { encodeCaptured, type Direction } from './capture-format.js';
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
/** A secret is looked for in a whole line; what has no line ends is written down in parts of this size. */
const longestLine = 2_048;
/** The end of such a part may be the beginning of a secret: as much of it is looked at again with the next one. */
const overlap = 256;
/** More waits for a disk that is slow: it is left out. */
const mostWaiting = 4_194_304;
const lf = 0x0a;

/** Where the capture of a port is written. */
export const captureFile = (folder: string, path: string): string =>
  join(folder, `${path.replace(/^\/dev\//, '').replace(/[^A-Za-z0-9._-]+/g, '_')}.jsonl`);

export function createCapture({ file, mostBytes, secrets, conceals = [], now, timers, logger }: Parts): Capture {
  const partial: Record<Direction, Buffer> = { in: Buffer.alloc(0), out: Buffer.alloc(0) };
  let waiting: string[] = [];
  let waitingBytes = 0;
  let writing = Promise.resolve();
  let stopWaiting: (() => void) | undefined;
  let fails = false;
  let size: number | undefined;

  function masked(bytes: Buffer): Buffer {
    const text = bytes.toString('latin1');
    const safe = secrets.reduce((said, secret) => said.replace(secret, (match) => '*'.repeat(match.length)), text);
    return safe === text ? bytes : Buffer.from(safe, 'latin1');
  }

  function put(direction: Direction, bytes: Buffer): void {
    if (bytes.length === 0 || waitingBytes > mostWaiting) return;
    const line = encodeCaptured({ at: now(), direction, bytes: masked(bytes) });
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

  function putLines(direction: Direction, bytes: Uint8Array): void {
    let line = Buffer.concat([partial[direction], bytes]);
    const end = line.lastIndexOf(lf) + 1;
    put(direction, line.subarray(0, end));
    line = line.subarray(end);
    if (line.length > longestLine) {
      const safe = masked(line);
      put(direction, safe.subarray(0, -overlap));
      line = Buffer.from(safe.subarray(-overlap));
    }
    partial[direction] = Buffer.from(line);
  }

  function end(direction: Direction): void {
    let held: Uint8Array = new Uint8Array();
    for (const { pass, rest } of conceals) held = Buffer.concat([pass(direction, held), rest(direction)]);
    putLines(direction, held);
    put(direction, partial[direction]);
  }

  return {
    add(direction, bytes) {
      putLines(
        direction,
        conceals.reduce((said, { pass }) => pass(direction, said), bytes),
      );
    },
    async close() {
      stopWaiting?.();
      end('in');
      end('out');
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
