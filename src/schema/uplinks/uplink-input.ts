import { idSchema } from '../common.js';
import { validatorOf } from '../validator.js';
import { OPTIONAL_PEM_PATTERN, PEM_PATTERN } from './pem.js';
import {
  UPLINK_SECRETS,
  UPLINK_TYPES,
  UPLINKS,
  type UplinkSettings,
  type UplinkSettingsOf,
  type UplinkType,
} from './uplink-settings.js';

/** An uplink as the API takes it and as the store keeps it: who signs in over the network names no file of the gateway. */

const pem = (maxLength: number, pattern: string, description: string) =>
  ({ type: 'string', maxLength, pattern, description }) as const;

const KIB = 1_024;

const tlsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ca: pem(16 * KIB, PEM_PATTERN, 'PEM text of the CA certificates for the server; omitted: the public authorities'),
    cert: pem(8 * KIB, PEM_PATTERN, 'PEM text of the client certificate; omitted: none'),
    key: pem(8 * KIB, OPTIONAL_PEM_PATTERN, 'PEM text of its private key, without a passphrase; never returned'),
    insecure: UPLINKS.rest.properties.tls.properties.insecure,
  },
  description: 'TLS of the connection, if the url asks for TLS',
} as const;

const inputOf = (type: UplinkType): object => ({
  ...UPLINKS[type],
  required: ['type', 'url'],
  properties: { ...UPLINKS[type].properties, tls: tlsSchema },
});

export const uplinkInputSchema = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: UPLINK_TYPES.map(inputOf),
} as const;

type Input<Settings> = Settings extends unknown ? Omit<Settings, 'name'> & { readonly name?: string } : never;

/** Settings of one uplink; its name is that of the path. A secret that is left out stays, an empty one is removed. */
export type UplinkInput = Input<UplinkSettings>;
export const validateUplinkInput = validatorOf<UplinkInput>(uplinkInputSchema);

/** What a test uses. */
export type UplinkTestInput = { readonly settings?: UplinkInput };
export const validateUplinkTestInput = validatorOf<UplinkTestInput>({
  type: 'object',
  properties: { settings: { ...uplinkInputSchema, description: 'omitted: those that are stored' } },
  additionalProperties: false,
});

/** Which dead letters are sent again. */
export type UplinkRetryInput = { readonly deviceId?: string };
export const validateUplinkRetryInput = validatorOf<UplinkRetryInput>({
  type: 'object',
  properties: { deviceId: { ...idSchema, description: 'only those of this device; omitted: all' } },
  additionalProperties: false,
});

/** Where an uplink continues: at its stored position, with the next record, with the oldest one, or after an entry. */
export type UplinkStart = 'cursor' | 'now' | 'start' | number;
export type UplinkResetInput = { readonly from?: UplinkStart; readonly newGeneration?: boolean };
export const validateUplinkResetInput = validatorOf<UplinkResetInput>({
  type: 'object',
  minProperties: 1,
  properties: {
    from: {
      anyOf: [
        { type: 'string', enum: ['cursor', 'now', 'start'] },
        { type: 'integer', minimum: 0 },
      ],
      description:
        'where it continues: cursor: at its position; now: with the next record; start: with the oldest one that is kept; a number: after that entry of the log; omitted: cursor',
    },
    newGeneration: {
      type: 'boolean',
      description:
        'true: the records from here on get ids of a new generation, because the far side has ids of another copy of this store',
    },
  },
  additionalProperties: false,
});

/** The private key `tls.key`, where it is a PEM text. */
export const TLS_KEY = 'tlsKey';

/** The secrets of a type that the API sets, by the name that `secrets` of the API has for them. */
export const uplinkSecretNames = (type: UplinkType): readonly string[] => [...UPLINK_SECRETS[type], TLS_KEY];

type Stored<Type extends UplinkType> = Omit<UplinkSettingsOf<Type>, (typeof UPLINK_SECRETS)[Type][number]>;

/** An uplink that an administrator added, without its secrets; `tls.ca` and `tls.cert` are PEM texts. */
export type StoredUplink = { readonly [Type in UplinkType]: Stored<Type> }[UplinkType];
