import { LOCAL_NETWORKS } from '../ports/network.js';

/** How trackers send to a listener. */
const TRANSPORTS = ['tcp', 'udp', 'http'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

export const MAX_LISTENERS = 16;
/** Connections of one listener, and of all listeners together. */
export const MAX_CONNECTIONS = 4_096;
export const DEFAULT_CONNECTIONS = 2_048;

/** One listener in the configuration. */
export const listenerConfigSchema = {
  type: 'object',
  required: ['transport', 'port', 'protocol'],
  additionalProperties: false,
  properties: {
    transport: { type: 'string', enum: TRANSPORTS },
    host: {
      type: 'string',
      maxLength: 64,
      format: 'ip-address',
      default: '0.0.0.0',
      description: 'address to listen on; 0.0.0.0: all IPv4 addresses; ::: all addresses',
    },
    port: { type: 'integer', minimum: 1, maximum: 65_535 },
    protocol: { type: 'string', minLength: 1, maxLength: 32, description: 'protocol of the trackers' },
    allow: {
      type: 'array',
      minItems: 1,
      maxItems: 64,
      items: { type: 'string', maxLength: 64, format: 'network' },
      default: LOCAL_NETWORKS,
      description: 'networks that trackers may send from, like 10.20.0.0/16; default: loopback, private and link-local',
    },
    unknownDevices: {
      type: 'string',
      enum: ['quarantine', 'register', 'drop'],
      default: 'quarantine',
      description:
        'reports of unregistered ids, whatever serial.unknownDevices is; quarantine: kept until the id is adopted; register: the id is registered while licenses are free; drop: refused',
    },
    maxConnections: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_CONNECTIONS,
      description: `not udp: open connections; omitted: ${DEFAULT_CONNECTIONS}`,
    },
  },
} as const;
