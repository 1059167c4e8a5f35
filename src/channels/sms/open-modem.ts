import { english } from '../../messages/english.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { OpenPort, Port } from '../../serial/transport/port-types.js';
import type { Timers } from '../../time/clock.js';
import { createAtClient, type AtClient } from './at-client.js';
import type { SmsConfig } from './sms-config.js';

/** An open port with a modem. */
export type ModemPort = { readonly port: Port; readonly client: AtClient };

type OpenModemOptions = {
  readonly config: Pick<SmsConfig, 'path' | 'baudRate'>;
  readonly openPort: OpenPort;
  readonly timers: Timers;
  readonly onLine: (line: string) => void;
  /** The port is lost and the client has ended. */
  readonly onLost: (client: AtClient, reason: GatewayMessage) => void;
};

/** Rejects with a PortError. */
export async function openModem({ config, openPort, timers, onLine, onLost }: OpenModemOptions): Promise<ModemPort> {
  const { path, baudRate } = config;
  const port = await openPort({
    path,
    baudRate,
    onData(chunk) {
      client.onData(chunk);
    },
    onClose(reason) {
      client.end(english(reason));
      onLost(client, reason);
    },
  });
  // The callbacks above cannot run before openPort resolves.
  const client = createAtClient({ port, timers, onLine });
  return { port, client };
}
