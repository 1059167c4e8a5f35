import type { FromSchema } from 'json-schema-to-ts';
import { idSchema, instantSchema, nullable } from '../common.js';
import { gatewayMessageSchema } from '../gateway-message.js';
import { countersSchema } from './counters.js';
import { listenerSchema } from './listener.js';
import { portSettingsSchema } from './port-settings.js';

const count = { type: 'integer', minimum: 0 } as const;

/** The evidence for one protocol during detection. */
const candidateSchema = {
  type: 'object',
  required: ['protocol', 'baudRate', 'frames', 'share'],
  properties: {
    protocol: { type: 'string' },
    baudRate: nullable({ type: 'integer' }),
    frames: { ...count, description: 'frames that only this protocol has' },
    share: { type: 'number', minimum: 0, maximum: 1, description: 'share of the received bytes in these frames' },
  },
  additionalProperties: false,
} as const;

const textOrNull = { type: ['string', 'null'] } as const;

/** What the system knows of a serial device; null: unknown. */
const deviceSchema = {
  type: 'object',
  required: ['manufacturer', 'product', 'vendorId', 'productId', 'serialNumber', 'driver'],
  properties: {
    manufacturer: textOrNull,
    product: textOrNull,
    vendorId: { ...textOrNull, description: 'four hexadecimal digits; null: not on USB' },
    productId: textOrNull,
    serialNumber: textOrNull,
    driver: textOrNull,
  },
  additionalProperties: false,
} as const;

/** A port or listener and its state. */
export const portSchema = {
  type: 'object',
  required: [
    'path',
    'name',
    'source',
    'by',
    'state',
    'reason',
    'reasonData',
    'protocol',
    'baudRate',
    'deviceId',
    'counters',
    'lastFrameAt',
    'candidates',
  ],
  properties: {
    path: {
      type: 'string',
      description: 'of a listener: `tcp-listen://host:port`, `udp-listen://host:port` or `http-listen://host:port`',
    },
    name: { ...textOrNull, description: 'what people call the port; null: it has no name' },
    source: {
      ...nullable({ enum: ['configuration', 'store', 'scan'] }),
      description:
        'what the port is from: the configuration, which overrides the others; `PUT /api/ports`; or `serial.scan`; null: a device that is not used',
    },
    by: {
      type: 'array',
      items: { type: 'string' },
      description: 'the last known names of its device under /dev/serial',
    },
    state: {
      enum: ['open', 'opening', 'busy', 'absent', 'error', 'disabled', 'available'],
      description: '`available`: a serial device that is present and not used',
    },
    reason: {
      type: ['string', 'null'],
      description:
        'why the port is not open, or what is wrong with it, and how to fix it; of a device that is not used, which program holds it; null when nothing is wrong',
    },
    reasonData: { ...nullable(gatewayMessageSchema), description: '`reason` as data' },
    protocol: { type: 'string', description: '`auto` until the protocol is detected' },
    baudRate: { ...nullable({ type: 'integer' }), description: 'bit/s; null on the network' },
    deviceId: { ...nullable(idSchema), description: 'the device that this port is bound to' },
    counters: countersSchema,
    lastFrameAt: nullable(instantSchema),
    candidates: {
      type: 'array',
      items: candidateSchema,
      description:
        'protocol detection: the evidence for each protocol, the likeliest first; empty when the protocol is configured',
    },
    listener: listenerSchema,
    settings: { ...portSettingsSchema, description: 'omitted for a listener and for a device that is not used' },
    device: { ...deviceSchema, description: 'what is plugged in; only of a device that is not used' },
  },
  additionalProperties: false,
} as const;
export type PortStatus = Readonly<FromSchema<typeof portSchema>>;
export type PortState = PortStatus['state'];
export type PortSource = NonNullable<PortStatus['source']>;
