import { emailConfig } from './config/email-config.js';
import { smsConfig } from './config/sms-config.js';
import { webhooksConfig } from './config/webhooks-config.js';
import { isMailAddress } from './messages/mail-address.js';
import { isTelephoneNumber } from './messages/telephone-number.js';
import { isWebhookName } from './messages/webhook-name.js';

/**
 * The table of the delivery channels. Schemas, rules, quotas, forms and options derive from it; the code of a channel is
 * its row in src/channels/index.ts. The dashboard uses this file: it must not import a library.
 */
type ChannelRow = (Quota | { readonly [Field in keyof Quota]?: never }) & {
  /** in `notifications` of an alert */
  readonly notificationName: string;
  /** field of a notification rule */
  readonly recipientsField: string;
  /** who wrote the list of possible recipients: users type any address, or choose names of what administrators defined */
  readonly recipientsFrom: 'users' | 'administrators';
  readonly address: {
    /** the format in JSON Schema */
    readonly format: string;
    readonly noun: string;
    /** completes `/to must be …` */
    readonly rule: string;
    readonly isValid: (text: string) => boolean;
    /** removes what people write between digits, and the API does not accept */
    readonly clean: (text: string) => string;
  };
  readonly hasSubject: boolean;
  /** English; the dashboard has those of its other languages */
  readonly labels: ChannelLabels;
  /** the name of its part of the configuration, under `notifications` */
  readonly section: string;
  readonly config: { readonly type: 'object' | 'array' };
};

/** A channel that has a daily limit; a channel without these fields has none. */
type Quota = {
  /** field of the limits of a device */
  readonly limitField: `daily${string}Limit`;
  /** field of the usage of a device */
  readonly usageField: string;
  /** names of the alerts that the gateway raises at these percentages of the daily limit */
  readonly limitAlerts: Readonly<Record<UsageThreshold, string>>;
};

/** As in the middle of a sentence. */
export type ChannelLabels = {
  readonly name: string;
  readonly plural: string;
  /** what quotas count */
  readonly units: string;
  readonly recipients: string;
  /** a sentence; empty: none */
  readonly recipientsHint: string;
};

/** Percentage of a daily limit at which the gateway raises an alert. */
export type UsageThreshold = 80 | 100;

export const CHANNELS = {
  email: {
    notificationName: 'Email',
    limitField: 'dailyEmailLimit',
    usageField: 'emails',
    recipientsField: 'emails',
    recipientsFrom: 'users',
    address: {
      format: 'mail-address',
      noun: 'email address',
      rule: 'a plain mail address, like depot@example.com',
      isValid: isMailAddress,
      clean: (text) => text,
    },
    hasSubject: true,
    limitAlerts: { 80: 'EmailLimit80', 100: 'EmailLimit100' },
    labels: { name: 'email', plural: 'emails', units: 'emails', recipients: 'email addresses', recipientsHint: '' },
    section: 'email',
    config: emailConfig,
  },
  sms: {
    notificationName: 'SMS',
    limitField: 'dailySmsLimit',
    usageField: 'sms',
    recipientsField: 'phones',
    recipientsFrom: 'users',
    address: {
      format: 'telephone-number',
      noun: 'telephone number',
      rule: 'a telephone number: + and 3 to 15 digits, like +34600111222, or as dialed within the country',
      isValid: isTelephoneNumber,
      clean: (text) => text.replace(/[ \u00a0().\-/]/g, ''),
    },
    hasSubject: false,
    limitAlerts: { 80: 'SmsLimit80', 100: 'SmsLimit100' },
    labels: {
      name: 'SMS',
      plural: 'SMS',
      units: 'SMS segments',
      recipients: 'telephone numbers for SMS',
      recipientsHint: 'With + and country code, such as +34600111222, or as dialed in the country of the SIM.',
    },
    section: 'sms',
    config: smsConfig,
  },
  webhook: {
    notificationName: 'Webhook',
    recipientsField: 'webhooks',
    recipientsFrom: 'administrators',
    address: {
      format: 'webhook-name',
      noun: 'name of a webhook',
      rule: 'the name of a webhook, which GET /api/webhooks lists',
      isValid: isWebhookName,
      clean: (text) => text,
    },
    hasSubject: false,
    labels: {
      name: 'webhook',
      plural: 'webhooks',
      units: 'webhook messages',
      recipients: 'webhooks',
      recipientsHint: '',
    },
    section: 'webhooks',
    config: webhooksConfig,
  },
} as const satisfies Readonly<Record<string, ChannelRow>>;

type Channels = typeof CHANNELS;
export type ChannelName = keyof Channels;
export const CHANNEL_NAMES = Object.keys(CHANNELS) as readonly ChannelName[];

/** The channels that have this field. */
type ChannelWith<Field extends string> = {
  [Name in ChannelName]: Channels[Name] extends Readonly<Record<Field, unknown>> ? Name : never;
}[ChannelName];

/** A channel with a daily limit. */
export type QuotaChannel = ChannelWith<'limitField'>;
export const hasQuota = (channel: ChannelName): channel is QuotaChannel => 'limitField' in CHANNELS[channel];
export const QUOTA_CHANNELS: readonly QuotaChannel[] = CHANNEL_NAMES.filter(hasQuota);

type FieldKind = 'limitField' | 'usageField' | 'recipientsField';
export type ChannelField<Kind extends FieldKind> = Extract<Channels[ChannelName], Readonly<Record<Kind, string>>>[Kind];

const channelsWith = <Kind extends FieldKind>(kind: Kind): readonly ChannelWith<Kind>[] =>
  CHANNEL_NAMES.filter((channel): channel is ChannelWith<Kind> => kind in CHANNELS[channel]);

function fieldOf<Kind extends FieldKind>(channel: ChannelWith<Kind>, kind: Kind): ChannelField<Kind> {
  const row: Readonly<Partial<Record<FieldKind, string>>> = CHANNELS[channel];
  return row[kind] as ChannelField<Kind>;
}

/** An object with one field per channel that has one, named by the table. */
export function channelFields<Kind extends FieldKind, Value>(
  kind: Kind,
  valueOf: (channel: ChannelWith<Kind>) => Value,
): Record<ChannelField<Kind>, Value> {
  const fields: Partial<Record<ChannelField<Kind>, Value>> = {};
  for (const channel of channelsWith(kind)) fields[fieldOf(channel, kind)] = valueOf(channel);
  return fields as Record<ChannelField<Kind>, Value>;
}

/** The names of these fields, in the order of the table. */
export const channelFieldNames = <Kind extends FieldKind>(kind: Kind): readonly ChannelField<Kind>[] =>
  channelsWith(kind).map((channel) => fieldOf(channel, kind));
