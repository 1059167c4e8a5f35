import { DEFAULT_CONNECTIONS, MAX_LISTENERS } from '../../src/schema/config/listener-config.js';
import { LISTENER_LIMITS } from '../../src/serial/listeners/limits.js';

/** A row of the table in systemd/security.md. */
export type ListenerBudget = { readonly what: string; readonly limit: string; readonly beyond: string };

const number = (value: number): string => value.toLocaleString('en-US');
const kib = (bytes: number): string => (bytes < 1_048_576 ? `${bytes / 1_024} KiB` : `${bytes / 1_048_576} MiB`);
const seconds = (ms: number): string => `${number(ms / 1_000)} s`;

const {
  connections,
  connectionsPerAddress,
  firstByteMs,
  firstFrameMs,
  silenceMs,
  noiseBytes,
  partialBytes,
  unsettledBytes,
  waitingDatagrams,
  waitingDatagramBytes,
  senders,
  recentIds,
} = LISTENER_LIMITS;

/** What strangers may take of the listeners, and what happens beyond. */
export const LISTENER_BUDGETS: readonly ListenerBudget[] = [
  { what: 'listeners', limit: String(MAX_LISTENERS), beyond: 'the gateway does not start' },
  { what: 'addresses', limit: '`allow`: the local networks', beyond: 'closed or ignored (`outside_allow`)' },
  {
    what: 'connections',
    limit: `\`maxConnections\` (${number(DEFAULT_CONNECTIONS)}), of all listeners ${number(connections)}`,
    beyond:
      'of the address with the most, the oldest one without a report of a registered device is closed (`gave_way`); if there is none, one of an address that has more than the new one, or the new one (`connection_limit`)',
  },
  {
    what: 'connections of one address to one listener',
    limit: String(connectionsPerAddress),
    beyond:
      'its oldest one without a report of a registered device is closed (`gave_way`), or the new one (`address_limit`)',
  },
  {
    what: 'time until the first byte, the first frame',
    limit: `${seconds(firstByteMs)}, ${seconds(firstFrameMs)}`,
    beyond: 'the connection is closed (`no_data`, `no_frame`)',
  },
  {
    what: 'time without a byte after a frame',
    limit: seconds(silenceMs),
    beyond: 'the connection is closed (`silent`)',
  },
  {
    what: 'noise of a connection since its last frame',
    limit: kib(noiseBytes),
    beyond: 'the connection is closed (`noise`)',
  },
  {
    what: 'incomplete frames of all connections',
    limit: `the longest frame of the protocol each, together ${kib(partialBytes)}`,
    beyond: 'the connection with the most is closed (`bytes_limit`)',
  },
  {
    what: 'received data that is not stored yet',
    limit: `256 messages of a connection, together ${kib(unsettledBytes)}`,
    beyond: 'connections are not read; up to 68 KiB of each wait in the process',
  },
  {
    what: 'replies that a tracker has not read',
    limit: '16 KiB',
    beyond: 'the connection is closed (`not_reading`)',
  },
  {
    what: 'datagrams of a listener that are not stored yet',
    limit: `${number(waitingDatagrams)}, ${kib(waitingDatagramBytes)}`,
    beyond: 'further ones are dropped without a reply (`queue_full`)',
  },
  {
    what: 'senders of datagrams that a listener lists',
    limit: String(senders),
    beyond: 'the one that sent least recently is forgotten',
  },
  {
    what: 'ids with their last address',
    limit: number(recentIds),
    beyond: 'the one that reported least recently is forgotten',
  },
  { what: 'lines in the application log', limit: '20 a minute of a listener', beyond: 'left out and counted' },
];
