import type { AlertView, DeviceAlertView } from '../../../schema/records/alert.js';
import type { ApiResult, Api } from '../../api/client.js';
import { toIsoRange, readRange, type TimeRange, type RangeRecords } from '../../api/time-range.js';

/** The page shows fewer rows; the filters search all of these. */
const MAX_READ = 5_000;

export type AlertQuery = {
  /** empty: all visible devices */
  readonly deviceId: string;
  readonly range: TimeRange;
};

/** The gateway lists no more unacknowledged alerts. */
const MAX_UNACKNOWLEDGED = 1_000;

/** Reads the alerts of one device or of all, at most the newest MAX_READ. */
export async function readAlerts(
  api: Pick<Api, 'get' | 'send'>,
  { deviceId, range }: AlertQuery,
): Promise<ApiResult<RangeRecords<DeviceAlertView>>> {
  if (deviceId !== '') {
    const result = await readRange<AlertView>(api, { deviceId, kind: 'alerts', range });
    if (!result.ok) return result;
    const records = result.value.records.map((alert) => ({ ...alert, deviceId }));
    return { ok: true, value: { ...result.value, records } };
  }
  return readList(api, new URLSearchParams({ ...toIsoRange(range), limit: String(MAX_READ) }));
}

/** Reads what the banner counts: the alerts of the last 7 days that need a person and are not acknowledged. */
export const readUnacknowledged = (api: Pick<Api, 'get'>): Promise<ApiResult<RangeRecords<DeviceAlertView>>> =>
  readList(api, new URLSearchParams({ attention: 'true', acknowledged: 'false', limit: String(MAX_UNACKNOWLEDGED) }));

async function readList(
  api: Pick<Api, 'get'>,
  query: URLSearchParams,
): Promise<ApiResult<RangeRecords<DeviceAlertView>>> {
  const result = await api.get<{ readonly alerts: readonly DeviceAlertView[]; readonly next?: string }>(
    `/api/alerts?${query.toString()}`,
  );
  if (!result.ok) return result;
  return { ok: true, value: { records: result.value.alerts, isTruncated: result.value.next !== undefined } };
}
