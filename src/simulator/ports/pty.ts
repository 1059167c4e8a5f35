import { execFileSync } from 'node:child_process';
import { closeSync, constants, lstatSync, openSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ReadStream } from 'node:tty';
import { WaypostError } from '../../errors.js';

type PtyPair = {
  readonly master: ReadStream;
  /** non-blocking descriptor of the master */
  readonly fd: number;
  readonly slave: ReadStream;
  readonly ptsName: string;
};
type NodePty = {
  /** `openpty(3)`, which is missing from the types of the package. */
  readonly open: (options: { encoding: null }) => PtyPair;
};

/** Only simulated trackers need the package: it is optional, and it has native parts for some machines only. */
function loadNodePty(): NodePty {
  try {
    return createRequire(import.meta.url)('@lydell/node-pty') as NodePty;
  } catch (error) {
    throw new WaypostError(
      'internal',
      `simulated trackers need the optional package @lydell/node-pty, which is missing or has no part for ` +
        `${process.platform}-${process.arch}; install Waypost without --omit=optional, on Linux with x64 or arm64`,
      { cause: error },
    );
  }
}

/** A pseudo-terminal pair with a link to its other end. */
export type Pty = {
  readonly master: ReadStream;
  /** an unread descriptor of the other end, which stays open: without one, the master would be at end of file */
  readonly holdFd: number;
  /** Returns how many bytes from `start` on were written; 0 while the terminal is full. */
  readonly write: (bytes: Uint8Array, start: number) => number;
  readonly unplug: () => void;
};

const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';
const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** bit/s of a terminal that has not been opened yet, so that data sent until then is misread */
const UNOPENED_BAUD_RATE = 50;

/** The link replaces an existing link, but no other file. `tracksBaudRate`: the rate of the terminal will be compared. */
export function plugPty(path: string, tracksBaudRate: boolean): Pty {
  const { master, fd, slave, ptsName } = loadNodePty().open({ encoding: null });
  // The other end must never echo or translate.
  master.setRawMode(true);
  const holdFd = openSync(ptsName, constants.O_RDWR | constants.O_NOCTTY);
  slave.destroy();
  // A new terminal has 38,400, like one that was opened at that rate.
  if (tracksBaudRate) execFileSync('stty', ['-F', ptsName, String(UNOPENED_BAUD_RATE)]);
  master.on('error', () => master.destroy());
  if (isLink(path)) rmSync(path);
  symlinkSync(ptsName, path);
  return {
    master,
    holdFd,
    // A write to the master's stream would spin while the terminal is full, and block a reader in this process.
    write(bytes, start) {
      // After a hang-up, the number of the descriptor can belong to another file.
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
