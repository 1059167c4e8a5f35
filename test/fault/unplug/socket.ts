import { readlinkSync } from 'node:fs';
import type { SimulatedLine } from '../../../src/simulator/ports/simulated-line.js';
import { openVirtualPort, type VirtualPort } from '../../../src/simulator/ports/virtual-port.js';

/** The end of a tracker's cable: a line that is put in one socket and then in another. What is sent between is lost. */
export type Plug = SimulatedLine & {
  readonly putIn: (port: VirtualPort) => void;
  readonly pull: () => void;
};

export function createPlug(): Plug {
  const listeners: ((bytes: Uint8Array) => void)[] = [];
  let socket: VirtualPort | undefined;
  return {
    write: (bytes) => socket?.write(bytes) ?? Promise.resolve(),
    onData(listener) {
      listeners.push(listener);
    },
    putIn(port) {
      socket = port;
      port.onData((bytes) => {
        for (const listener of listeners) listener(bytes);
      });
    },
    pull() {
      socket = undefined;
    },
  };
}

/** Where a plug is put in: what is there is found by a lasting name, a link to whatever terminal it is this time. */
export type Socket = {
  /** the lasting name */
  readonly path: string;
  /** what it led to last */
  readonly terminal: () => string;
  readonly plugIn: (plug: Plug) => void;
  /** The terminal goes, and the link with it. */
  readonly unplug: () => void;
};

export function createSocket(path: string): Socket {
  let terminal = '';
  let unplug = (): void => undefined;
  return {
    path,
    terminal: () => terminal,
    plugIn(plug) {
      // A new one each time: what still waits to be sent is not for whoever comes to this socket next.
      const port = openVirtualPort(path);
      terminal = readlinkSync(path);
      plug.putIn(port);
      unplug = () => {
        plug.pull();
        port.close();
      };
    },
    unplug: () => {
      unplug();
    },
  };
}
