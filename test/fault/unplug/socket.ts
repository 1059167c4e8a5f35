import { readlinkSync } from 'node:fs';
import type { SimulatedLine } from '../../../src/simulator/ports/simulated-line.js';
import { openVirtualPort, type VirtualPort } from '../../../src/simulator/ports/virtual-port.js';

/** The end of a tracker's cable, plugged into one socket and then into another. Data sent while unplugged is lost. */
export type Plug = SimulatedLine & {
  readonly plugInto: (port: VirtualPort) => void;
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
    plugInto(port) {
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

/** A socket with a persistent name: a link to the terminal that it currently has. */
export type Socket = {
  /** the persistent name */
  readonly path: string;
  /** the terminal that it pointed to last */
  readonly terminal: () => string;
  readonly plugIn: (plug: Plug) => void;
  /** Removes the terminal and the link. */
  readonly unplug: () => void;
};

export function createSocket(path: string): Socket {
  let terminal = '';
  let unplug = (): void => undefined;
  return {
    path,
    terminal: () => terminal,
    plugIn(plug) {
      // A new terminal each time: data still to be sent must not reach the next tracker in this socket.
      const port = openVirtualPort(path);
      terminal = readlinkSync(path);
      plug.plugInto(port);
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
