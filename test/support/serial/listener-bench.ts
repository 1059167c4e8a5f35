import { connect, type Socket } from 'node:net';
import { success } from '../../../src/errors.js';
import type { Receipt, Receive, Report } from '../../../src/domain/report.js';
import { silentLogger } from '../../../src/logger.js';
import { NULL_CONTEXT, type Protocol } from '../../../src/protocols/protocol.js';
import { LISTENER_LIMITS, type ListenerLimits } from '../../../src/serial/listeners/limits.js';
import { withListeners, type PortsAndListeners } from '../../../src/serial/listeners/listeners.js';
import { createPorts } from '../../../src/serial/port/ports.js';
import { valueOf } from '../../../src/errors.js';
import { validateConfig, type ListenerConfig } from '../../../src/schema/config/config.js';
import type { PortStatus } from '../../../src/schema/ports/port.js';
import { createClock } from '../../../src/time/clock.js';
import { eventually } from '../gateway/eventually.js';
import { freePort } from '../gateway/free-port.js';
import { testProtocol } from '../protocols/test-protocol.js';

/** The listeners of a configuration, with its defaults. */
export const listenersOf = (listeners: readonly object[]): readonly ListenerConfig[] =>
  valueOf(validateConfig({ serial: { listeners } })).serial.listeners;

export type ListenerBench = {
  readonly listeners: PortsAndListeners;
  readonly port: number;
  readonly path: string;
  readonly reports: readonly Report[];
  readonly status: () => PortStatus & { readonly listener: NonNullable<PortStatus['listener']> };
  readonly refused: (reason: string) => number;
  /** replaces the store */
  readonly world: { receive: Receive };
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly config?: object;
  readonly limits?: Partial<ListenerLimits>;
  readonly protocol?: Protocol;
  /** default: a free one */
  readonly port?: number;
  /** false: does not wait until the listener is open */
  readonly awaitsOpen?: boolean;
};

export const STORED: Receipt = success({ accepted: 1, duplicates: 0 });

/** Times that a test can wait for. */
const SHORT: Partial<ListenerLimits> = { sweepMs: 10 };

/** An open listener of 127.0.0.1 with a store of the test. */
export async function openListener(options: Options = {}): Promise<ListenerBench> {
  const { config = {}, limits = {}, protocol = testProtocol(), awaitsOpen = true } = options;
  const port = options.port ?? (await freePort());
  const reports: Report[] = [];
  const world: { receive: Receive } = { receive: () => Promise.resolve(STORED) };
  const parts = { receive, gateway: { ...NULL_CONTEXT, now: createClock().now }, logger: silentLogger };
  const protocols = { [protocol.name]: protocol };
  const configs = listenersOf([{ transport: 'tcp', host: '127.0.0.1', port, protocol: protocol.name, ...config }]);
  const ports = createPorts({ ...parts, configs: [], protocols, captureFolder: '/nowhere' });
  const listeners = withListeners(ports, {
    ...parts,
    ...{ configs, httpPort: 0, protocols },
    limits: { ...LISTENER_LIMITS, ...SHORT, ...limits },
  });

  function receive(report: Report): Promise<Receipt> {
    reports.push(report);
    return world.receive(report);
  }
  const status = () => {
    const [row] = listeners.statuses();
    if (row?.listener === undefined) throw new Error('no row of a listener');
    return { ...row, listener: row.listener };
  };
  listeners.start();
  if (awaitsOpen) await eventually('the listener is open', () => status().state === 'open');
  return {
    ...{ listeners, port, reports, status, world },
    path: status().path,
    refused: (reason) => status().listener.refused[reason] ?? 0,
    stop: listeners.stop,
  };
}

/** A tracker of the test. */
export type TestTracker = {
  readonly socket: Socket;
  /** everything received so far */
  readonly text: () => string;
  readonly isClosed: () => boolean;
};

/** Connects from `from`, an address of 127.0.0.0/8. */
export function connectTracker(port: number, from = '127.0.0.1'): TestTracker {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  let text = '';
  let isClosed = false;
  socket.on('data', (bytes) => (text += bytes.toString('latin1')));
  socket.on('close', () => (isClosed = true));
  socket.on('error', () => undefined);
  return { socket, text: () => text, isClosed: () => isClosed };
}
