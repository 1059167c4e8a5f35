import { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * What the documentation of Home Assistant requires of an MQTT device tracker that is discovered:
 * https://www.home-assistant.io/integrations/device_tracker.mqtt/ and https://www.home-assistant.io/integrations/mqtt/
 */
const text = { type: 'string', minLength: 1 } as const;
const topic = { type: 'string', pattern: '^[^+#\\u0000]+$', maxLength: 65_535 } as const;

const configSchema = {
  type: 'object',
  // `state_topic` may only be left out if `json_attributes_topic` is used.
  anyOf: [{ required: ['json_attributes_topic'] }, { required: ['state_topic'] }],
  // A device needs a unique id; only one of the two kinds of availability may be used.
  dependentRequired: { device: ['unique_id'] },
  not: { required: ['availability', 'availability_topic'] },
  required: ['unique_id', 'origin'],
  properties: {
    name: { type: ['string', 'null'] },
    unique_id: text,
    object_id: text,
    icon: text,
    state_topic: topic,
    json_attributes_topic: topic,
    json_attributes_template: text,
    availability_topic: topic,
    availability: { type: 'array' },
    payload_available: text,
    payload_not_available: text,
    payload_home: text,
    payload_not_home: text,
    payload_reset: text,
    qos: { enum: [0, 1, 2] },
    source_type: { enum: ['gps', 'router', 'bluetooth', 'bluetooth_le'] },
    value_template: text,
    device: {
      type: 'object',
      anyOf: [{ required: ['identifiers'] }, { required: ['connections'] }],
      properties: {
        identifiers: { type: ['array', 'string'], items: text, minItems: 1 },
        connections: { type: 'array' },
        configuration_url: text,
        name: text,
        manufacturer: text,
        model: text,
        model_id: text,
        serial_number: text,
        hw_version: text,
        sw_version: text,
        suggested_area: text,
        via_device: text,
      },
      additionalProperties: false,
    },
    origin: {
      type: 'object',
      required: ['name'],
      properties: { name: text, sw_version: text, support_url: text },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
} as const;

/** Of a message on `json_attributes_topic` that sets the location. */
const attributesSchema = {
  type: 'object',
  required: ['latitude', 'longitude'],
  properties: {
    latitude: { type: 'number', minimum: -90, maximum: 90 },
    longitude: { type: 'number', minimum: -180, maximum: 180 },
    gps_accuracy: { type: 'number', minimum: 0 },
    battery_level: { type: 'number', minimum: 0, maximum: 100 },
  },
} as const;

const DISCOVERY_TOPIC = /^[^+#]+\/device_tracker\/([a-zA-Z0-9_-]+\/)?[a-zA-Z0-9_-]+\/config$/;

const ajv = new Ajv2020({ strict: false });
const [isConfig, areAttributes] = [ajv.compile(configSchema), ajv.compile(attributesSchema)];

/** Throws if Home Assistant would not take it. */
export function assertDiscovery(on: string, payload: unknown): void {
  if (!DISCOVERY_TOPIC.test(on)) throw new Error(`${on} is no discovery topic of a device tracker`);
  if (!isConfig(payload)) throw new Error(ajv.errorsText(isConfig.errors));
}
export function assertAttributes(payload: unknown): void {
  if (!areAttributes(payload)) throw new Error(ajv.errorsText(areAttributes.errors));
}
