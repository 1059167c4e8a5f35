import type { Config } from '../../schema/config/config.js';
import type { HistoryReach } from '../../store/log/log-room.js';
import { ok, warning, type CheckFinding } from './finding.js';

const EARLY_REMEDY =
  'raise store.retention.bytes if the disk has room, or thin out the records of that device with an interval for its port';

/** States how far back history reaches; a warning if `store.retention.bytes` ends it before `store.retention.days`. */
export function checkHistory(
  reach: HistoryReach | undefined,
  { days }: Config['store']['retention'],
): readonly CheckFinding[] {
  if (reach === undefined || reach.since === null) return [];
  const since = `history goes back to ${new Date(reach.since).toISOString()}`;
  const users = describeRoom(reach);
  if (!reach.endsEarly) return [ok('store', `${since}${users === '' ? '' : ` (${users})`}`)];
  const early = `${since}, less than ${days} days (store.retention.days): store.retention.bytes is used up`;
  return [warning('store', `${early}${users === '' ? '' : `; ${users}`}`, EARLY_REMEDY)];
}

/** Shares below this are not named. */
const MIN_SHARE = 0.01;

function describeRoom({ largest, others }: HistoryReach): string {
  const parts: string[] = [];
  if (largest !== null) parts.push(`device ${largest.deviceId} takes the most, ${percent(largest.share)} of the log`);
  if (others !== null && others >= MIN_SHARE) parts.push(`${percent(others)} are neither locations nor alerts`);
  return parts.join(', ');
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
