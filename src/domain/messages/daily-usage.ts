import {
  hasQuota,
  QUOTA_CHANNELS,
  type ChannelName,
  type QuotaChannel,
  type UsageThreshold,
} from '../../schema/channels.js';

/** Units that a device has sent on one local date, and the thresholds of its quota that raised an alert. */
export type DailyUsage = Readonly<Partial<Record<QuotaChannel, number>>> & {
  readonly date: string;
  readonly notified?: Readonly<Partial<Record<QuotaChannel, UsageThreshold>>>;
};

/** Dates that are kept. No trusted clock goes back further. */
const MAX_DATES = 8;

const noUsage = (date: string): DailyUsage => ({
  date,
  ...Object.fromEntries(QUOTA_CHANNELS.map((channel) => [channel, 0])),
});

/** Units sent; an older entry has no count of a newer channel, and what has no daily limit is not counted. */
export const sentUnits = (usage: DailyUsage, channel: ChannelName): number =>
  (hasQuota(channel) ? usage[channel] : 0) ?? 0;

/** The usage of `date` among the counts of a device. */
export const usageOn = (counts: readonly DailyUsage[] | undefined, date: string): DailyUsage =>
  counts?.find((count) => count.date === date) ?? noUsage(date);

/** The counts with `units` added on `date`, which may be negative, and with the threshold `notice`. */
export function addUsage(
  counts: readonly DailyUsage[] | undefined,
  date: string,
  { channel, units, notice }: { channel: QuotaChannel; units: number; notice?: UsageThreshold | undefined },
): readonly DailyUsage[] {
  const before = usageOn(counts, date);
  const notified = notice === undefined ? before.notified : { ...before.notified, [channel]: notice };
  const count: DailyUsage = { ...before, [channel]: sentUnits(before, channel) + units, ...(notified && { notified }) };
  const others = (counts ?? []).filter((other) => other.date !== date);
  return [...others, count].sort((a, b) => (a.date < b.date ? -1 : 1)).slice(-MAX_DATES);
}

const NEAR_LIMIT: UsageThreshold = 80;
const AT_LIMIT: UsageThreshold = 100;

/** The threshold that `used` units of `limit` have crossed; undefined if none, or if it was notified before. */
export function crossedThreshold(
  used: number,
  limit: number | null,
  notified: UsageThreshold | undefined,
): UsageThreshold | undefined {
  // A limit of 0 is never used up.
  if (limit === null || limit === 0) return undefined;
  const percent = (used * 100) / limit;
  const threshold = percent >= AT_LIMIT ? AT_LIMIT : percent >= NEAR_LIMIT ? NEAR_LIMIT : undefined;
  return threshold !== undefined && threshold > (notified ?? 0) ? threshold : undefined;
}
