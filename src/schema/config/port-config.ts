import { idSchema } from '../common.js';

/** Of the configuration: one port that is read. */
export const portConfigSchema = {
  type: 'object',
  required: ['path', 'protocol'],
  additionalProperties: false,
  properties: {
    path: {
      type: 'string',
      minLength: 1,
      maxLength: 300,
      format: 'port-path',
      description:
        'the device; a name under /dev/serial/by-id stays the same after a re-plug. Or tcp://host:port, a device server',
    },
    protocol: {
      type: 'string',
      minLength: 1,
      maxLength: 32,
      description:
        'what is spoken on it: nmea0183, ubx, ais, queclink, json, wpt, meshtastic or aprs; auto: it is found out by listening',
    },
    baudRate: {
      type: 'integer',
      minimum: 50,
      maximum: 4_000_000,
      description: "the protocol's usual one when left out",
    },
    deviceId: { ...idSchema, description: 'whose port this is, where the protocol does not say it itself' },
    interval: {
      type: 'integer',
      minimum: 0,
      maximum: 86_400,
      description:
        's; of each device one location in as long is stored, the first, the last and every change of state besides; 0, as when left out: all',
    },
    capture: {
      type: 'integer',
      minimum: 0,
      maximum: 1_073_741_824,
      description:
        'what passes is written down under captures/ in the data folder, so many bytes at most; 0, as when left out: nothing',
    },
  },
} as const;
