import { newDeviceIdSchema } from '../common.js';

/** What a port can be set to, in the configuration and by the API. */
export const portSettingProperties = {
  protocol: {
    type: 'string',
    minLength: 1,
    maxLength: 32,
    description: 'protocol of the tracker; auto: detected by listening',
  },
  baudRate: {
    type: 'integer',
    minimum: 50,
    maximum: 4_000_000,
    description: "bit/s; omitted: the protocol's usual rate",
  },
  deviceId: { ...newDeviceIdSchema, description: 'device that records without a device id belong to' },
  interval: {
    type: 'integer',
    minimum: 0,
    maximum: 86_400,
    description:
      's; stores one location per device and interval, besides the first, the last and every change of state; 0 or omitted: all locations',
  },
  name: {
    type: 'string',
    minLength: 1,
    maxLength: 64,
    pattern: '^[^\\s\\p{C}]([^\\p{C}]*[^\\s\\p{C}])?$',
    description: 'what people call the port, like socket 3: shown next to its path',
  },
  commands: {
    type: 'boolean',
    description:
      'true: commands may be sent as raw bytes if the protocol has no commands of its own, and a silent TAIP receiver is asked for its position; false or omitted: neither',
  },
  enabled: { type: 'boolean', description: 'false: the port is listed and not opened; true or omitted: it is read' },
} as const;

/** One port in the configuration. */
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
        'device file, tcp://host:port of a device server, or gpsd://host:port of a gpsd; a name under /dev/serial/by-id stays the same after re-plugging',
    },
    ...portSettingProperties,
    capture: {
      type: 'integer',
      minimum: 0,
      maximum: 1_073_741_824,
      description:
        'records the bytes of the port under captures/ in the data folder, at most this many bytes; 0 or omitted: off',
    },
  },
} as const;
