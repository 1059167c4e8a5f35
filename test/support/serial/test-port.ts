import { PortError } from '../../../src/serial/transport/port-error.js';
import type { OpenPort, OpenPortOptions } from '../../../src/serial/transport/port-types.js';
import { reasonFor } from './reason.js';

export type TestPort = OpenPortOptions & {
  readonly written: string[];
  /** the calls of the managed port, in order */
  readonly asked: string[];
  say: (data: string | Uint8Array) => void;
  /** makes more data available to read */
  hold: (held: boolean) => void;
  /** the device is gone without an error */
  vanish: () => void;
  /** stops reading what is written */
  jam: () => void;
};

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** Ports of the test; `refuse` makes the next openings fail. */
export function createTestPorts() {
  const ports: TestPort[] = [];
  let refusal: Error | undefined;
  let isRefused: (path: string) => boolean = () => true;
  let delay: Promise<void> = Promise.resolve();
  let slowness: Promise<void> = Promise.resolve();

  const openPort: OpenPort = async (options) => {
    await delay;
    if (refusal !== undefined && isRefused(options.path)) throw refusal;
    let jammed = false;
    let held = false;
    let alive = true;
    const port: TestPort = {
      ...options,
      written: [],
      asked: [],
      say: (data) => {
        options.onData(typeof data === 'string' ? Buffer.from(data) : data);
      },
      hold: (more) => (held = more),
      vanish: () => (alive = false),
      jam: () => (jammed = true),
    };
    ports.push(port);
    const ask = (what: string) => () => void port.asked.push(what);
    return {
      write(data) {
        if (jammed) return Promise.reject(new PortError('busy', reasonFor('the device does not read')));
        port.written.push(Buffer.from(data).toString());
        return Promise.resolve();
      },
      pause: ask('pause'),
      resume: ask('resume'),
      setBaudRate(rate) {
        port.asked.push(String(rate));
        return Promise.resolve();
      },
      isIdle: () => !held,
      isAlive: () => Promise.resolve(alive),
      close() {
        port.asked.push('close');
        return slowness;
      },
    };
  };

  return {
    openPort,
    opened: () => ports.length,
    last(): TestPort {
      const port = ports.at(-1);
      if (port === undefined) throw new Error('no port was opened');
      return port;
    },
    /** openings wait until the returned function is called */
    delay(): () => void {
      const { promise, resolve } = deferred();
      delay = promise;
      return resolve;
    },
    /** closings wait until the returned function is called */
    slow(): () => void {
      const { promise, resolve } = deferred();
      slowness = promise;
      return resolve;
    },
    /** of the paths that match */
    refuse(error: Error | undefined, matches: (path: string) => boolean = () => true): void {
      refusal = error;
      isRefused = matches;
    },
  };
}
