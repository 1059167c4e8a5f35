/** When a packet says that it was so; ms since 1970. `whole`: it tells minutes, and no seconds. */
type Written = { readonly day?: number; readonly ofDay: number; readonly whole: boolean };

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Clocks differ. */
const aheadMs = 10 * minuteMs;
/** What is older is a clock that was never set: packets are sent as they are made. */
const oldMs = 60 * minuteMs;
/** So young it is of now, by minutes. */
const liveMs = 2 * minuteMs;

const stamp = /^(?:[/@]|;.{9}[*_])(\d\d)(\d\d)(\d\d)([zh])/;

/**
 * The time in a packet, when it can be believed, undefined else. There is a day of the month at most in it: it is the one
 * next to when it was received. `/` is local time somewhere.
 */
export function timeOf(info: string, receivedAt: number): number | undefined {
  const written = read(info);
  return written === undefined ? undefined : believed(written, receivedAt);
}

/** The instant of a time of day next to `receivedAt` (ms since 1970), when it is near enough. */
export function believed({ day, ofDay, whole }: Written, receivedAt: number): number | undefined {
  const midnight = Math.floor(receivedAt / dayMs) * dayMs;
  for (const date of [midnight, midnight - dayMs, midnight + dayMs]) {
    const age = receivedAt - date - ofDay;
    const isNear = age >= -aheadMs && age <= oldMs && (day === undefined || new Date(date).getUTCDate() === day);
    // When it was received is told to the second, and a minute is not.
    if (isNear) return whole && age < liveMs ? undefined : date + ofDay;
  }
  return undefined;
}

function read(info: string): Written | undefined {
  const [, first = '', second = '', third = '', kind] = stamp.exec(info) ?? [];
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  if (kind === 'h' && a < 24 && b < 60 && c < 60) return { ofDay: ((a * 60 + b) * 60 + c) * 1000, whole: false };
  if (kind === 'z' && b < 24 && c < 60) return { day: a, ofDay: (b * 60 + c) * minuteMs, whole: true };
  return undefined;
}
