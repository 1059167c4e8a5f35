/** Messages of alerts that were suppressed because the outbox was full: they need attention. Times are UTC. */
export type UnsentAlerts = {
  readonly count: number;
  readonly since: string;
  readonly last: string;
  /** of the last one */
  readonly deviceId: string;
};

/** After this time without another one they are no problem any more. */
const RECENT_MS = 24 * 3_600_000;

/** `now`: ms since 1970. Counts as recent if the clock was put back. */
export const isRecent = ({ last }: Pick<UnsentAlerts, 'last'>, now: number): boolean =>
  now - Date.parse(last) < RECENT_MS;

/** Counts one more; starts over after a time without any. */
export function addUnsent(
  before: UnsentAlerts | null,
  { at, deviceId }: { readonly at: string; readonly deviceId: string },
): UnsentAlerts {
  const isContinued = before !== null && isRecent(before, Date.parse(at));
  const { count, since } = isContinued ? before : { count: 0, since: at };
  return { count: count + 1, since, last: at, deviceId };
}
