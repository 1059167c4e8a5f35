import { success, type Result } from '../../errors.js';
import { idSchema } from '../common.js';
import { recordIdSchema } from '../devices/device.js';
import { recordErrors } from '../messages.js';
import { customValidator, strictValidator, validator } from '../validator.js';
import { acknowledgementSchema, alertInputSchema, type Acknowledgement, type AlertInput } from './alert.js';
import { depotDeviceSchema, MAX_DEPOT_DEVICES, type DepotDevice } from './depot-device.js';
import { locationInputSchema, type LocationInput } from './location.js';

const MAX_POSTED_RECORDS = 1_000;

const storeSchema = {
  type: 'string',
  maxLength: 80,
  pattern: '^[A-Za-z0-9._-]{1,64}:[a-z2-7]{8}$',
  description: 'gateway and generation of the store that the records come from',
} as const;

const common = { id: { ...recordIdSchema, description: 'names this record for ever' }, deviceId: idSchema } as const;

const locationRecordSchema = {
  type: 'object',
  required: ['id', 'kind', 'deviceId', 'location'],
  properties: { ...common, kind: { type: 'string', const: 'location' }, location: locationInputSchema },
  additionalProperties: false,
} as const;

/** Earlier versions stored any character in a name: it is replaced here, and the alert is not lost. */
const forwardedNamesSchema = {
  ...alertInputSchema.properties.alerts,
  items: { type: 'string', minLength: 1, maxLength: 64 },
} as const;

const alertRecordSchema = {
  type: 'object',
  required: ['id', 'kind', 'deviceId', 'alert'],
  properties: {
    ...common,
    kind: { type: 'string', const: 'alert' },
    alert: {
      ...alertInputSchema,
      required: ['dateTime'],
      properties: { ...alertInputSchema.properties, alerts: forwardedNamesSchema, rule: idSchema },
    },
  },
  additionalProperties: false,
} as const;

const acknowledgementRecordSchema = {
  type: 'object',
  required: ['id', 'kind', 'deviceId', 'alertId', 'acknowledged'],
  properties: {
    ...common,
    kind: { type: 'string', const: 'acknowledgement' },
    alertId: { ...idSchema, description: 'the `id` of the alert at the sender' },
    alertSource: {
      type: 'object',
      required: ['id'],
      properties: { gateway: idSchema, id: recordIdSchema },
      additionalProperties: false,
      description: 'of an alert that came to the sender from another gateway',
    },
    acknowledged: acknowledgementSchema,
  },
  additionalProperties: false,
} as const;

/** `untrusted` and `restamp` are refused by name, so that the sender learns why. */
const FORMS = {
  location: validator(locationRecordSchema, { ignoreUnknown: true }),
  alert: validator(alertRecordSchema, { ignoreUnknown: true }),
  acknowledgement: validator(acknowledgementRecordSchema, { ignoreUnknown: true }),
} as const;

const validateDevice = validator(depotDeviceSchema, { ignoreUnknown: true });

const validateBody = strictValidator({
  type: 'object',
  required: ['store', 'records'],
  properties: {
    store: storeSchema,
    newest: { type: 'integer', minimum: 0 },
    devices: { type: 'array', maxItems: MAX_DEPOT_DEVICES, items: { type: 'object' } },
    records: {
      type: 'array',
      maxItems: MAX_POSTED_RECORDS,
      items: { type: 'object', required: ['id'], properties: { id: recordIdSchema } },
    },
  },
  additionalProperties: false,
} as const);

type OfDevice = { readonly id: string; readonly deviceId: string };
export type PostedLocation = OfDevice & { readonly kind: 'location'; readonly location: LocationInput };
export type PostedAlert = OfDevice & {
  readonly kind: 'alert';
  readonly alert: AlertInput & { readonly dateTime: string; readonly rule?: string };
};
export type PostedAcknowledgement = OfDevice & {
  readonly kind: 'acknowledgement';
  readonly alertId: string;
  readonly alertSource?: { readonly id: string };
  readonly acknowledged: Acknowledgement;
};
export type PostedRecord = PostedLocation | PostedAlert | PostedAcknowledgement;

/** One record of the body, or why it is refused; the others are taken. */
type ReadRecord = { readonly id: string; readonly record: Result<PostedRecord> };

/**
 * `newest`: number of the sender's newest entry, in a body without records. `devices`: how the sender describes its devices;
 * what cannot be read of them is left out.
 */
export type RecordsPost = {
  readonly store: string;
  readonly devices: readonly DepotDevice[];
  readonly newest?: number | undefined;
  readonly records: readonly ReadRecord[];
};

/** Unknown fields are ignored, because the sender may be of another version. */
export const readRecordsPost = customValidator<RecordsPost>(
  {
    type: 'object',
    required: ['store', 'records'],
    properties: {
      store: storeSchema,
      newest: {
        type: 'integer',
        minimum: 0,
        description:
          "number of the sender's newest entry, in a body without records: 409 if the gateway already has a later record",
      },
      devices: {
        type: 'array',
        maxItems: MAX_DEPOT_DEVICES,
        items: depotDeviceSchema,
        description:
          'names and groups that devices have at the sender: the gateway takes them over unless a user changed them',
      },
      records: {
        type: 'array',
        maxItems: MAX_POSTED_RECORDS,
        items: { anyOf: [locationRecordSchema, alertRecordSchema, acknowledgementRecordSchema] },
      },
    },
    additionalProperties: false,
  },
  (body) => {
    const read = validateBody(body);
    if (!read.ok) return read;
    const { store, newest, devices = [], records } = read.value;
    const described = devices.map((one) => validateDevice(one)).flatMap((one) => (one.ok ? [one.value] : []));
    return success({
      store,
      newest,
      devices: described,
      records: records.map((one) => ({ id: one.id, record: readRecord(one) })),
    });
  },
);

function readRecord(one: Readonly<Record<string, unknown>>): Result<PostedRecord> {
  if (one.untrusted === true) return recordErrors.noRightTime('/untrusted');
  switch (one.kind) {
    case 'location':
      return FORMS.location(one);
    case 'alert':
      return readAlertRecord(one);
    case 'acknowledgement':
      return FORMS.acknowledgement(one);
    case 'restamp':
      return recordErrors.restamp('/kind');
    default:
      return recordErrors.unknownKind('/kind');
  }
}

const readAlertRecord = (one: unknown): Result<PostedAlert> => FORMS.alert(one);
