import { randomInt, type Random } from '../power/random-int.js';

/** A write, or a flush, after which every earlier write is kept. */
type Request = { readonly at: number; readonly bytes: Buffer } | 'flush';

/** How much of what was written after the last flush is on the disk at the power cut. */
export const REMAINDERS = ['everything', 'nothing', 'some'] as const;
type Remainder = (typeof REMAINDERS)[number];

/** A disk in memory that records the order of its requests. */
export type BlockDisk = {
  readonly size: number;
  readonly read: (at: number, length: number) => Buffer;
  readonly write: (at: number, bytes: Buffer) => void;
  readonly flush: () => void;
  /** number of writes and flushes since `startLog` */
  readonly requestCount: () => number;
  /** images start from the present content */
  readonly startLog: () => void;
  /** a possible content of the disk at a power cut after this many requests */
  readonly imageAfter: (requests: number, remainder: Remainder, random: Random) => Buffer;
};

const SECTOR = 512;

export function createBlockDisk(size: number): BlockDisk {
  const present = Buffer.alloc(size);
  let base = Buffer.alloc(size);
  let log: Request[] = [];

  return {
    size,
    read: (at, length) => Buffer.from(present.subarray(at, at + length)),
    write(at, bytes) {
      bytes.copy(present, at);
      log.push({ at, bytes });
    },
    flush: () => void log.push('flush'),
    requestCount: () => log.length,
    startLog() {
      base = Buffer.from(present);
      log = [];
    },
    imageAfter(requests, remainder, random) {
      const image = Buffer.from(base);
      const made = log.slice(0, requests);
      const flushed = made.lastIndexOf('flush');
      for (const [index, request] of made.entries()) {
        if (request === 'flush') continue;
        const { at, bytes } = request;
        if (index < flushed || remainder === 'everything') bytes.copy(image, at);
        if (index < flushed || remainder !== 'some' || random() < 0.5) continue;
        // The last write may be torn between two sectors.
        const torn = index === made.length - 1 ? SECTOR * randomInt(random, 0, bytes.length / SECTOR) : bytes.length;
        bytes.copy(image, at, 0, torn);
      }
      return image;
    },
  };
}
