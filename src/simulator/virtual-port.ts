import { closeSync, constants, lstatSync, openSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
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

/** A serial port without hardware: this process is the tracker at the far end of the line. */
export type VirtualPort = {
  readonly path: string;
  /** Resolves when the line has taken everything: a reader that holds back holds the writer. Lost while unplugged. */
  write: (bytes: string | Uint8Array) => Promise<void>;
  /** Hears what is written to the port, also after it was unplugged and put back. */
  onData: (listener: (bytes: Uint8Array) => void) => void;
  /** Stops reading what is written to the port, as a tracker that hangs does. */
  pause: () => void;
  resume: () => void;
  /** The device goes, and its path with it. */
  unplug: () => void;
  /** Another device comes at the same path. */
  replug: () => void;
  close: () => void;
};

type Line = { readonly master: ReadStream; readonly fd: number; readonly hold: number };

/** How long a writer waits for a line that is full. */
const fullMs = 2;
const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

function plug(path: string): Line {
  const { master, fd, slave, ptsName } = open({ encoding: null });
  // The far end must neither echo nor translate, whoever opens it and when.
  master.setRawMode(true);
  // With nobody at the far end the line is at its end: one descriptor is held there, and never read.
  const hold = openSync(ptsName, constants.O_RDWR | constants.O_NOCTTY);
  slave.destroy();
  master.on('error', () => master.destroy());
  if (isLink(path)) rmSync(path);
  symlinkSync(ptsName, path);
  return { master, fd, hold };
}

/**
 * A pseudo-terminal pair whose far end is found at `path`, a link that replaces an older link and nothing else. A process
 * started while it is open inherits it (the native part does not close it on exec), and does not notice an unplug then.
 */
export function openVirtualPort(path: string): VirtualPort {
  const listeners: ((bytes: Uint8Array) => void)[] = [];
  let line: Line | undefined;

  function replug(): void {
    unplug();
    line = plug(path);
    line.master.on('data', (bytes: Uint8Array) => {
      for (const listener of listeners) listener(bytes);
    });
  }

  function unplug(): void {
    if (line === undefined) return;
    const { master, hold } = line;
    line = undefined;
    rmSync(path, { force: true });
    master.destroy();
    closeSync(hold);
  }

  /** The master as a stream would spin while the line is full, and with it the reader in this very process. */
  async function send(bytes: Uint8Array): Promise<void> {
    const begun = line;
    for (let sent = 0; sent < bytes.length && line !== undefined && line === begun;) {
      try {
        sent += writeSync(line.fd, bytes, sent);
      } catch (error) {
        if (!isFull(error)) throw error;
        await delay(fullMs);
      }
    }
  }

  let sending = Promise.resolve();

  replug();
  return {
    path,
    write(bytes) {
      const sent = sending.then(() => send(Buffer.from(bytes)));
      sending = sent.catch(() => undefined);
      return sent;
    },
    onData(listener) {
      listeners.push(listener);
    },
    pause: () => line?.master.pause(),
    resume: () => line?.master.resume(),
    unplug,
    replug,
    close: unplug,
  };
}
