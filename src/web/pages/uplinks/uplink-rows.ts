import { UPLINK_SECRETS, UPLINKS, uplinkNameSchema, type UplinkType } from '../../../schema/uplinks/uplink-settings.js';
import { PEM_PATTERN } from '../../../schema/uplinks/pem.js';
import type { uplinkFormText } from './uplink-form.text.js';

type Texts = (typeof uplinkFormText)['english'];
/** A text without placeholders. */
type FormTextKey = {
  [Key in keyof Texts]: Texts[Key] extends `${string}{${string}}${string}` ? never : Key;
}[keyof Texts];

export type UplinkFieldKind = 'text' | 'number' | 'switch' | 'secret' | 'pem' | 'secretPem' | 'discovery';

/** A setting of an uplink as a field of its form. */
export type UplinkRow = {
  /** as in the API; `tls.ca` is `ca` in `tls` */
  readonly key: string;
  readonly kind: UplinkFieldKind;
  readonly label: FormTextKey;
  readonly hint?: FormTextKey;
  /** what is used if it is left out */
  readonly usual?: FormTextKey | { readonly value: string };
  readonly isRequired: boolean;
  /** shown below "More settings" */
  readonly isMore: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
};

/** Set by other controls of the form. */
type Special = 'name' | 'type' | 'enabled' | 'from' | 'tls';
type Own = { [Type in UplinkType]: Exclude<keyof (typeof UPLINKS)[Type]['properties'], Special> }[UplinkType];
type Tls = `tls.${keyof (typeof UPLINKS)['rest']['properties']['tls']['properties']}`;

type FieldTexts = Pick<UplinkRow, 'label' | 'hint' | 'usual'> & { readonly isMore?: true };

const HINTS_OF_URL = { rest: 'urlHintRest', mqtt: 'urlHintMqtt', nats: 'urlHintNats' } as const;

/** What the schema does not know of a setting, in the order of the form. */
const FIELDS: Readonly<Record<Own | Tls, FieldTexts>> = {
  url: { label: 'url' },
  userName: { label: 'userName', hint: 'userNameHint' },
  apiKey: { label: 'apiKey' },
  user: { label: 'user' },
  password: { label: 'password' },
  nkeySeed: { label: 'nkeySeed', hint: 'nkeySeedHint' },
  prefix: { label: 'prefix', usual: { value: 'waypost' } },
  stream: { label: 'stream', hint: 'streamHint', usual: { value: 'WAYPOST' } },
  commands: { label: 'commands', hint: 'commandsHint' },
  homeAssistant: { label: 'homeAssistant' },
  bytesPerSecond: { label: 'bytesPerSecond', usual: 'noLimit', isMore: true },
  window: { label: 'window', hint: 'windowHint', usual: 'always', isMore: true },
  replicas: { label: 'replicas', usual: { value: '1' }, isMore: true },
  relay: { label: 'relay', isMore: true },
  'tls.ca': { label: 'ca', hint: 'caHint', isMore: true },
  'tls.cert': { label: 'cert', isMore: true },
  'tls.key': { label: 'key', isMore: true },
  'tls.insecure': { label: 'insecure', hint: 'insecureHint', isMore: true },
};

/** The part of a JSON Schema that the form uses. */
type Schema = {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
};

export const NAME_LIMITS = { pattern: uplinkNameSchema.pattern, maxLength: uplinkNameSchema.maxLength } as const;
export const TLS = 'tls.';
const SECRET_KEY = 'tls.key';

/** The fields of a type, as its schema and the table of texts have them. */
export function rowsOf(type: UplinkType): readonly UplinkRow[] {
  const { properties, required } = UPLINKS[type] as Schema & { readonly required: readonly string[] };
  return Object.entries(FIELDS).flatMap(([key, { isMore = false, ...texts }]) => {
    const schema = key.startsWith(TLS) ? properties?.tls?.properties?.[key.slice(TLS.length)] : properties?.[key];
    if (schema === undefined) return [];
    const kind = kindOf(type, key, schema);
    const { minimum, maximum, maxLength, pattern } = schema;
    return [
      {
        key,
        kind,
        isMore,
        isRequired: required.includes(key),
        ...texts,
        ...(key === 'url' && { hint: HINTS_OF_URL[type] }),
        ...(minimum !== undefined && { min: minimum }),
        ...(maximum !== undefined && { max: maximum }),
        // The configuration has paths of files where the API has their text.
        ...(isPem(kind) ? { pattern: PEM_PATTERN } : { ...(maxLength !== undefined && { maxLength }) }),
        ...(pattern !== undefined && { pattern }),
      },
    ];
  });
}

export const isPem = (kind: UplinkFieldKind): boolean => kind === 'pem' || kind === 'secretPem';
export const isSecret = (kind: UplinkFieldKind): boolean => kind === 'secret' || kind === 'secretPem';

function kindOf(type: UplinkType, key: string, { type: kind, anyOf }: Schema): UplinkFieldKind {
  if (key === SECRET_KEY) return 'secretPem';
  if (key.startsWith(TLS) && kind === 'string') return 'pem';
  const secrets: readonly string[] = UPLINK_SECRETS[type];
  if (secrets.includes(key)) return 'secret';
  if (anyOf !== undefined) return 'discovery';
  if (kind === 'boolean') return 'switch';
  return kind === 'integer' ? 'number' : 'text';
}
