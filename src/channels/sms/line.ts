import type { OpenPort, Port } from '../../serial/port.js';
import type { Timers } from '../../serial/timers.js';
import { createExchange, type Exchange } from './exchange.js';
import type { SmsConfig } from './sms-config.js';

/** An open port with a modem at its other end. */
export type Line = { readonly port: Port; readonly exchange: Exchange };

type Parts = {
  readonly config: Pick<SmsConfig, 'path' | 'baudRate'>;
  readonly openPort: OpenPort;
  readonly timers: Timers;
  readonly onLine: (line: string) => void;
  /** The port is gone, and the exchange over it has ended. */
  readonly onLost: (exchange: Exchange, reason: string) => void;
};

/** Rejects with a PortError. */
export async function openLine({ config, openPort, timers, onLine, onLost }: Parts): Promise<Line> {
  const { path, baudRate } = config;
  const port = await openPort({
    path,
    baudRate,
    onData(chunk) {
      exchange.hear(chunk);
    },
    onClose(reason) {
      exchange.end(reason);
      onLost(exchange, reason);
    },
  });
  // Nothing is heard before the promise of the port has resolved.
  const exchange = createExchange({ port, timers, onLine });
  return { port, exchange };
}
