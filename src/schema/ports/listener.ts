import type { FromSchema } from 'json-schema-to-ts';
import { instantSchema, nullable } from '../common.js';
import { countersSchema } from './counters.js';

const count = { type: 'integer', minimum: 0 } as const;

/** Why a listener closed a connection, or refused one, a datagram or a record. */
export const LISTENER_REFUSALS = {
  outside_allow: 'the address is in no network of `allow`',
  address_limit: 'too many connections of one address',
  connection_limit: 'too many connections',
  gave_way: 'a connection without a frame gave way to a newer one',
  no_data: 'no bytes in time after connecting',
  no_frame: 'no frame in time after connecting',
  silent: 'silent for too long',
  noise: 'only noise',
  not_reading: 'the tracker does not read its replies',
  bytes_limit: 'too many bytes of incomplete frames on all connections: this one had the most',
  queue_full: 'too many datagrams or HTTP requests wait for the store',
  web_page: 'an HTTP request of a web browser',
  bad_request: 'an HTTP request that is malformed, too long or too slow, or has another method',
  no_device_id: 'a record without a device id',
  system: 'the operating system refused it',
} as const;
export type ListenerRefusal = keyof typeof LISTENER_REFUSALS;

/** What a listener has besides the fields of a port. */
export const listenerSchema = {
  type: 'object',
  description: 'of a listener on the network: its connections, and what it refused; omitted for ports',
  required: ['connections', 'maxConnections', 'refused', 'conflicts'],
  properties: {
    connections: { ...count, description: 'open connections; of a UDP listener, its recent senders' },
    maxConnections: { ...nullable(count), description: 'null for UDP' },
    refused: {
      type: 'object',
      description: `by reason: ${Object.entries(LISTENER_REFUSALS)
        .map(([reason, text]) => `\`${reason}\`: ${text}`)
        .join('; ')}`,
      additionalProperties: count,
    },
    conflicts: { ...count, description: 'reports of an id that another address had reported less than 60 s before' },
  },
  additionalProperties: false,
} as const;
export type ListenerStatus = Readonly<FromSchema<typeof listenerSchema>>;

/** A connection of a listener, or a sender of datagrams. */
export const connectionSchema = {
  type: 'object',
  required: ['address', 'deviceId', 'protocol', 'connectedAt', 'lastFrameAt', 'counters'],
  properties: {
    address: { type: 'string', description: 'address and port of the tracker' },
    deviceId: { ...nullable({ type: 'string' }), description: 'the id that it reported last' },
    protocol: { type: 'string' },
    connectedAt: { ...instantSchema, description: 'for UDP: its first datagram' },
    lastFrameAt: nullable(instantSchema),
    counters: countersSchema,
  },
  additionalProperties: false,
} as const;
export type Connection = Readonly<FromSchema<typeof connectionSchema>>;
