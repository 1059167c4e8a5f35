import { execFileSync } from 'node:child_process';
import { closeSync, constants, lstatSync, openSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import type { ReadStream } from 'node:tty';
import { open } from '@lydell/node-pty';

declare module '@lydell/node-pty' {
  type PtyPair = {
    readonly master: ReadStream;
    /** the master's descriptor; it does not block */
    readonly fd: number;
    readonly slave: ReadStream;
    readonly ptsName: string;
  };
  /** `openpty(3)`; the package has it and its types leave it out. */
  function open(options: { encoding: null }): PtyPair;
}

/** A pseudo-terminal pair whose far end is linked to a path. */
export type Pty = {
  readonly master: ReadStream;
  /** a descriptor of the far end that is never read: with nobody there the line would be at its end */
  readonly holdFd: number;
  /** how many of the bytes from `begin` on the terminal took; 0 while it is full */
  readonly write: (bytes: Uint8Array, start: number) => number;
  readonly unplug: () => void;
};

const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';
const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** bit/s, of a line that nobody has opened yet: nothing that is sent until then is understood */
const UNOPENED_BAUD_RATE = 50;

/** The link replaces an older link and nothing else. `hasRate`: the far end counts as read at the speed it is opened with. */
export function plugPty(path: string, tracksBaudRate: boolean): Pty {
  const { master, fd, slave, ptsName } = open({ encoding: null });
  // The far end must neither echo nor translate, whoever opens it and when.
  master.setRawMode(true);
  const holdFd = openSync(ptsName, constants.O_RDWR | constants.O_NOCTTY);
  slave.destroy();
  // A terminal begins with 38,400, as if somebody had opened it so.
  if (tracksBaudRate) execFileSync('stty', ['-F', ptsName, String(UNOPENED_BAUD_RATE)]);
  master.on('error', () => master.destroy());
  if (isLink(path)) rmSync(path);
  symlinkSync(ptsName, path);
  return {
    master,
    holdFd,
    // The master as a stream would spin while the line is full, and with it the reader in this very process.
    write(bytes, start) {
      // A hang-up may have closed it, and its number be that of another file by now.
      if (master.destroyed) return 0;
      try {
        return writeSync(fd, bytes, start);
      } catch (error) {
        if (isFull(error)) return 0;
        throw error;
      }
    },
    unplug() {
      rmSync(path, { force: true });
      master.destroy();
      closeSync(holdFd);
    },
  };
}
