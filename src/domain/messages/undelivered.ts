import type { ChannelName } from '../../schema/channels.js';
import type { NotificationRule } from '../../schema/messages/notification-rule.js';
import type { OutboxStatus } from '../../schema/system/health.js';
import { apiAlertNames } from '../records/alert-name.js';
import { isFromAlert, type Message } from './message.js';
import { addressesOf } from './recipients.js';

/** Why people do not get the messages that they should get. */
export type Undelivered = Pick<OutboxStatus, 'missing' | 'stuck' | 'failed'>;
type MissingChannel = Undelivered['missing'][number];

export type UndeliveredOptions = {
  readonly outbox: ReadonlyMap<string, Message>;
  readonly finishedMessages: ReadonlyMap<string, Message>;
  readonly notifications: ReadonlyMap<string, NotificationRule>;
  readonly unacknowledged: ReadonlyMap<string, unknown>;
  /** the names of alerts that a person has to acknowledge */
  readonly attentionNames: readonly string[];
  readonly isConfigured: (channel: ChannelName) => boolean;
  readonly isWebhookOn: (name: string) => boolean;
  /** ms since 1970 */
  readonly now: number;
};

const DAY_MS = 24 * 3_600_000;
/** The first failure may be greylisting, which passes with the second attempt. */
const STUCK_ATTEMPTS = 2;
const LATE_MS = 600_000;
/** Enough to find them. */
const MAX_RULES = 20;

export const undelivered = (options: UndeliveredOptions): Undelivered => ({
  missing: missingChannels(options),
  stuck: stuckAlerts(options),
  failed: failedMessages(options),
});

/** By rules and by messages that wait. */
function missingChannels(options: UndeliveredOptions): MissingChannel[] {
  const { outbox, notifications, isConfigured, isWebhookOn } = options;
  const missing = new Map<string, MissingChannel>();
  const find = (name: ChannelName, to: string): MissingChannel | undefined => {
    const isUsable = isConfigured(name) && (name !== 'webhook' || isWebhookOn(to));
    if (isUsable) return undefined;
    const webhook = name === 'webhook' ? to : null;
    const key = `${name} ${webhook ?? ''}`;
    const found = missing.get(key) ?? { name, webhook, waiting: 0, rules: [] };
    missing.set(key, found);
    return found;
  };
  for (const rule of notifications.values()) {
    if (!rule.enabled) continue;
    for (const { channel, to } of addressesOf(rule)) {
      const found = find(channel, to);
      if (found !== undefined && found.rules.length < MAX_RULES && !found.rules.includes(rule.name))
        found.rules.push(rule.name);
    }
  }
  for (const { channel, to } of outbox.values()) {
    const found = find(channel, to);
    if (found !== undefined) found.waiting += 1;
  }
  return [...missing.values()];
}

function stuckAlerts({ outbox, now }: UndeliveredOptions): Undelivered['stuck'] {
  const late = new Date(now - LATE_MS).toISOString();
  const isStuck = ({ state, attempts, queued }: Message): boolean =>
    state === 'queued' && (attempts >= STUCK_ATTEMPTS || queued.at < late);
  const stuck = [...outbox.values()].filter((message) => isFromAlert(message) && isStuck(message));
  const [oldest] = stuck;
  if (oldest === undefined) return null;
  const { queued, reason, deviceId } = oldest;
  return { count: stuck.length, since: queued.at, reason, deviceId };
}

function failedMessages(options: UndeliveredOptions): Undelivered['failed'] {
  const oldest = new Date(options.now - DAY_MS).toISOString();
  const isRecent = ({ state, settled }: Message): boolean =>
    (state === 'failed' || state === 'expired') && settled !== null && settled.at > oldest;
  const failed = [...options.finishedMessages.values()].filter(
    (message) => isRecent(message) && !isAcknowledged(message, options),
  );
  const [first, last] = [failed[0]?.settled ?? null, failed.at(-1)];
  if (first === null || last === undefined) return null;
  const { settled, deviceId } = last;
  return { count: failed.length, since: first.at, last: (settled ?? first).at, deviceId };
}

function isAcknowledged({ alertId, cause }: Message, { unacknowledged, attentionNames }: UndeliveredOptions): boolean {
  if (alertId === undefined || cause.alert === undefined) return false;
  const needsPerson = apiAlertNames(cause.alert.alerts).some((name) => attentionNames.includes(name));
  return needsPerson && !unacknowledged.has(alertId);
}
