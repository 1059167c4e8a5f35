import { between, type Chance } from '../power/chance.js';

/** A write, or a flush, which promises that every write before it is kept. */
type Request = { readonly at: number; readonly bytes: Buffer } | 'flush';

/** How much of what was written after the last flush is on the disk when the power goes. */
export const remainders = ['everything', 'nothing', 'some'] as const;
export type Remainder = (typeof remainders)[number];

/** A disk in memory that remembers the order of what was asked of it. */
export type BlockDisk = {
  readonly size: number;
  readonly read: (at: number, length: number) => Buffer;
  readonly write: (at: number, bytes: Buffer) => void;
  readonly flush: () => void;
  /** how many writes and flushes there were since `begin` */
  readonly asked: () => number;
  /** images begin with what is there now */
  readonly begin: () => void;
  /** the disk as it may be when the power goes after so many requests */
  readonly image: (requests: number, remainder: Remainder, chance: Chance) => Buffer;
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
    asked: () => log.length,
    begin() {
      base = Buffer.from(present);
      log = [];
    },
    image(requests, remainder, chance) {
      const image = Buffer.from(base);
      const made = log.slice(0, requests);
      const flushed = made.lastIndexOf('flush');
      for (const [place, request] of made.entries()) {
        if (request === 'flush') continue;
        const { at, bytes } = request;
        if (place < flushed || remainder === 'everything') bytes.copy(image, at);
        if (place < flushed || remainder !== 'some' || chance() < 0.5) continue;
        // The very last write may be torn between two sectors.
        const torn = place === made.length - 1 ? SECTOR * between(chance, 0, bytes.length / SECTOR) : bytes.length;
        bytes.copy(image, at, 0, torn);
      }
      return image;
    },
  };
}
