import { CHANNEL_NAMES, type ChannelName, type UsageThreshold } from '../../schema/channels.js';

/** What a device has sent on one local date, in units, and what was told of its limits. */
export type DailyUsage = Readonly<Partial<Record<ChannelName, number>>> & {
  readonly date: string;
  readonly told?: Readonly<Partial<Record<ChannelName, UsageThreshold>>>;
};

/** Of more dates nobody asks: no clock that is believed goes back so far. */
const MAX_DATES = 8;

const noUsage = (date: string): DailyUsage => ({
  date,
  ...Object.fromEntries(CHANNEL_NAMES.map((channel) => [channel, 0])),
});

/** Units sent; an older entry has no count of a newer channel. */
export const sentUnits = (usage: DailyUsage, channel: ChannelName): number => usage[channel] ?? 0;

/** What was sent on `date`, of the counts of a device. */
export const usageOn = (counts: readonly DailyUsage[] | undefined, date: string): DailyUsage =>
  counts?.find((count) => count.date === date) ?? noUsage(date);

/** The counts with `units` more, or less, on `date`, and with what is told with them. */
export function addUsage(
  counts: readonly DailyUsage[] | undefined,
  date: string,
  { channel, units, notice }: { channel: ChannelName; units: number; notice?: UsageThreshold | undefined },
): readonly DailyUsage[] {
  const before = usageOn(counts, date);
  const told = notice === undefined ? before.told : { ...before.told, [channel]: notice };
  const count = { ...before, [channel]: sentUnits(before, channel) + units, ...(told && { told }) };
  const others = (counts ?? []).filter((other) => other.date !== date);
  return [...others, count].sort((a, b) => (a.date < b.date ? -1 : 1)).slice(-MAX_DATES);
}

const NEAR_LIMIT: UsageThreshold = 80;
const AT_LIMIT: UsageThreshold = 100;

/** What is to be told once `used` units of `limit` are used; undefined when nothing is, or was already. */
export function crossedThreshold(
  used: number,
  limit: number | null,
  notified: UsageThreshold | undefined,
): UsageThreshold | undefined {
  // Where nothing may be sent nothing is used up.
  if (limit === null || limit === 0) return undefined;
  const percent = (used * 100) / limit;
  const threshold = percent >= AT_LIMIT ? AT_LIMIT : percent >= NEAR_LIMIT ? NEAR_LIMIT : undefined;
  return threshold !== undefined && threshold > (notified ?? 0) ? threshold : undefined;
}
