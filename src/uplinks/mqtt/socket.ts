import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { SinkTls } from '../sink.js';

export type BrokerSocketOptions = { readonly url: URL; readonly tls: SinkTls };

/** A connection to a broker, with TLS or without. */
export type BrokerSocket = {
  readonly socket: Socket;
  /** A packet is complete. */
  readonly onPacket: () => void;
};

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883 };

/**
 * The library collects a packet of up to 256 MB before it looks at its size: `onTooLarge` is called once more than
 * `maxPacketBytes` have come and there is no packet yet.
 */
export function openBrokerSocket(
  options: BrokerSocketOptions,
  maxPacketBytes: number,
  onTooLarge: () => void,
): BrokerSocket {
  const socket = openSocket(options);
  socket.setNoDelay(true);
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    // A chunk may have the end of one packet and the beginning of the next, so its own bytes count from the next one on.
    if (bytes > maxPacketBytes) onTooLarge();
    bytes += chunk.length;
  });
  return {
    socket,
    onPacket() {
      bytes = 0;
    },
  };
}

function openSocket({ url, tls }: BrokerSocketOptions): Socket {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port);
  if (url.protocol !== 'mqtts:') return connectPlain({ host, port });
  const { insecure, ...files } = tls;
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host, port, ...files, rejectUnauthorized: !insecure, ...servername });
}
