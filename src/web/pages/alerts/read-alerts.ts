import type { AlertView, DeviceAlertView } from '../../../schema/alert.js';
import type { Answer, Api } from '../../api/client.js';
import { asInstants, readRange, type Range, type Records } from '../../api/range.js';

/** The page shows fewer: of these it can be filtered. */
const MOST_READ = 5_000;

export type Wanted = {
  /** empty: of all in sight */
  readonly deviceId: string;
  readonly range: Range;
};

/** The alerts of one device, or of all; of more than can be shown the newest. */
export async function readAlerts(
  api: Pick<Api, 'get' | 'send'>,
  { deviceId, range }: Wanted,
): Promise<Answer<Records<DeviceAlertView>>> {
  if (deviceId !== '') {
    const answer = await readRange<AlertView>(api, { deviceId, kind: 'alerts', range });
    if (!answer.ok) return answer;
    const records = answer.value.records.map((alert) => ({ ...alert, deviceId }));
    return { ok: true, value: { ...answer.value, records } };
  }
  const query = new URLSearchParams({ ...asInstants(range), limit: String(MOST_READ) });
  const answer = await api.get<{ readonly alerts: readonly DeviceAlertView[]; readonly next?: string }>(
    `/api/alerts?${query.toString()}`,
  );
  if (!answer.ok) return answer;
  return { ok: true, value: { records: answer.value.alerts, cut: answer.value.next !== undefined } };
}
