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
  const query = new URLSearchParams({ ...toIsoRange(range), limit: String(MAX_READ) });
  const result = await api.get<{ readonly alerts: readonly DeviceAlertView[]; readonly next?: string }>(
    `/api/alerts?${query.toString()}`,
  );
  if (!result.ok) return result;
  return { ok: true, value: { records: result.value.alerts, isTruncated: result.value.next !== undefined } };
}
