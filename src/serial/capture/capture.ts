import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { PacketRedactor } from '../../protocols/protocol.js';
import type { Timers } from '../../time/clock.js';
import { encodeChunk, type Direction } from './capture-format.js';
import { createStreamRedactor, type StreamRedactor } from './stream-redactor.js';

/** Writes the traffic of a port to a file. Never delays the port; a failure loses only parts of the capture. */
export type Capture = {
  readonly add: (direction: Direction, bytes: Uint8Array) => void;
  /** further patterns to redact, which the owner of the port adds and removes */
  readonly commandSecrets: RegExp[];
  /** Resolves when everything is written. */
  readonly close: () => Promise<void>;
};

type CaptureOptions = {
  readonly file: string;
  /** limit of the file and its predecessor together; when it is reached, the older half is deleted */
  readonly maxBytes: number;
  /** patterns to redact in lines */
  readonly secrets: readonly RegExp[];
  /** redactors of protocols with packets instead of lines */
  readonly packetRedactors?: readonly PacketRedactor[];
  /** ms since 1970 */
  readonly now: () => number;
  readonly timers: Timers;
  readonly logger: Logger;
};

const FLUSH_MS = 1_000;
/** While more than this waits for a slow disk, traffic is not captured. */
const MAX_WAITING_BYTES = 4_194_304;

/** The file of the capture of the port at `path`. */
export const captureFile = (folder: string, path: string): string =>
  join(folder, `${path.replace(/^\/dev\//, '').replace(/[^A-Za-z0-9._-]+/g, '_')}.jsonl`);

type CaptureRecord = {
  readonly options: CaptureOptions;
  readonly redactor: StreamRedactor;
  /** lines that are not written yet */
  waiting: string[];
  waitingBytes: number;
  /** the writes in progress */
  writing: Promise<void>;
  cancelFlush: (() => void) | undefined;
  /** `failing`: the last write failed; logged once */
  state: 'writing' | 'failing';
  /** bytes of the file; undefined while unknown */
  fileBytes: number | undefined;
};

export function createCapture(options: CaptureOptions): Capture {
  const { secrets, packetRedactors = [] } = options;
  const commandSecrets: RegExp[] = [];
  const capture: CaptureRecord = {
    options,
    redactor: createStreamRedactor({ secrets, commandSecrets, packetRedactors }),
    waiting: [],
    waitingBytes: 0,
    writing: Promise.resolve(),
    cancelFlush: undefined,
    state: 'writing',
    fileBytes: undefined,
  };
  return {
    commandSecrets,
    add(direction, bytes) {
      for (const piece of capture.redactor.push(direction, bytes)) enqueue(capture, direction, piece);
    },
    async close() {
      capture.cancelFlush?.();
      for (const direction of ['in', 'out'] as const) {
        for (const piece of capture.redactor.flush(direction)) enqueue(capture, direction, piece);
      }
      capture.cancelFlush?.();
      await startFlush(capture);
    },
  };
}

function enqueue(capture: CaptureRecord, direction: Direction, bytes: Uint8Array): void {
  const { now, timers } = capture.options;
  if (bytes.length === 0 || capture.waitingBytes > MAX_WAITING_BYTES) return;
  const line = encodeChunk({ at: now(), direction, bytes });
  capture.waiting.push(line);
  capture.waitingBytes += line.length;
  capture.cancelFlush ??= timers.after(FLUSH_MS, () => {
    capture.cancelFlush = undefined;
    void startFlush(capture);
  });
}

const startFlush = (capture: CaptureRecord): Promise<void> =>
  (capture.writing = capture.writing.then(() => flush(capture)));

async function flush(capture: CaptureRecord): Promise<void> {
  const { file, maxBytes, logger } = capture.options;
  const lines = capture.waiting;
  capture.waiting = [];
  capture.waitingBytes = 0;
  try {
    for (const batch of splitIntoBatches(lines, maxBytes / 4)) await write(capture, batch);
    capture.state = 'writing';
  } catch (error) {
    if (capture.state === 'writing')
      logger.warn({ file, reason: messageOf(error) }, 'capture not written: it has a gap');
    capture.state = 'failing';
    capture.fileBytes = undefined;
  }
}

async function write(capture: CaptureRecord, lines: string): Promise<void> {
  const { file, maxBytes } = capture.options;
  const bytes = Buffer.byteLength(lines);
  let fileBytes = capture.fileBytes ?? (await sizeOf(file));
  if (fileBytes > 0 && fileBytes + bytes > maxBytes / 2) {
    await rename(file, `${file}.1`);
    fileBytes = 0;
  }
  await appendFile(file, lines, { mode: 0o600 });
  capture.fileBytes = fileBytes + bytes;
}

/** Joins lines to texts of about this many bytes. */
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

/** Also creates the folder of the file. */
async function sizeOf(file: string): Promise<number> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
