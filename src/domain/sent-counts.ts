import type { ChannelName, NoticePercent } from '../schema/message.js';

/** What a device has sent on one local date, in units, and what was told of its limits. */
export type SentCount = Readonly<Record<ChannelName, number>> & {
  readonly date: string;
  readonly told?: Readonly<Partial<Record<ChannelName, NoticePercent>>>;
};

/** Of more dates nobody asks: no clock that is believed goes back so far. */
const MOST_DATES = 8;

const none = (date: string): SentCount => ({ date, email: 0, sms: 0 });

/** What was sent on `date`, of the counts of a device. */
export const sentOn = (counts: readonly SentCount[] | undefined, date: string): SentCount =>
  counts?.find((count) => count.date === date) ?? none(date);

/** The counts with `units` more, or less, on `date`, and with what is told with them. */
export function counted(
  counts: readonly SentCount[] | undefined,
  date: string,
  { channel, units, notice }: { channel: ChannelName; units: number; notice?: NoticePercent | undefined },
): readonly SentCount[] {
  const before = sentOn(counts, date);
  const told = notice === undefined ? before.told : { ...before.told, [channel]: notice };
  const count = { ...before, [channel]: before[channel] + units, ...(told && { told }) };
  const others = (counts ?? []).filter((other) => other.date !== date);
  return [...others, count].sort((a, b) => (a.date < b.date ? -1 : 1)).slice(-MOST_DATES);
}

const NEAR: NoticePercent = 80;
const REACHED: NoticePercent = 100;

/** What is to be told once `used` units of `limit` are used; undefined when nothing is, or was already. */
export function noticeOf(
  used: number,
  limit: number | null,
  told: NoticePercent | undefined,
): NoticePercent | undefined {
  // Where nothing may be sent nothing is used up.
  if (limit === null || limit === 0) return undefined;
  const percent = (used * 100) / limit;
  const reached = percent >= REACHED ? REACHED : percent >= NEAR ? NEAR : undefined;
  return reached !== undefined && reached > (told ?? 0) ? reached : undefined;
}
