import type { RecordsPage } from '../../../src/services/history/records.js';
import type { UplinkRecord } from '../../../src/schema/uplinks/uplink-record.js';
import type { Client } from '../../support/api/client.js';

type Page = Omit<RecordsPage, 'records'> & { readonly records: readonly UplinkRecord[] };

/** Calls `onRecord` with each location, alert and acknowledgement of a gateway, in order of arrival. */
export async function eachRecord(client: Client, onRecord: (record: UplinkRecord) => void): Promise<void> {
  for (let after = ''; ;) {
    const path = `/api/records?kinds=location,alert,acknowledgement&after=${after}&limit=1000`;
    const { records, next, end } = (await client.call('GET', path)).body as unknown as Page;
    records.forEach(onRecord);
    after = next;
    if (Number(next.split('.')[1]) >= end) return;
  }
}
