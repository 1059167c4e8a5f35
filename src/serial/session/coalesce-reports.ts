import type { Receipt } from '../../domain/report.js';
import type { Location } from '../../schema/records/location.js';
import type { Receive, Report } from '../../domain/report.js';

type CoalescedReport = {
  readonly deviceId: string;
  readonly locations: Location[];
  readonly receipt: Promise<Receipt>;
};

const hasOnlyLocations = ({ alerts, telemetry, sequence, resume }: Report): boolean =>
  alerts.length === 0 && telemetry === undefined && sequence === undefined && resume === undefined;

/**
 * Fixes of one device that are heard in one go are handed in as one report: that costs little more than one of them.
 * Their receipt is one as well, so this is for trackers that are not answered.
 */
export function coalesceReports(receive: Receive): Receive {
  let pending: CoalescedReport | undefined;

  return (report) => {
    const { deviceId } = report;
    if (!hasOnlyLocations(report)) {
      pending = undefined;
      return Promise.resolve().then(() => receive(report));
    }
    if (pending?.deviceId === deviceId) {
      pending.locations.push(...report.locations);
      return pending.receipt;
    }
    const locations = [...report.locations];
    const receipt = Promise.resolve().then(() => {
      if (pending?.locations === locations) pending = undefined;
      return receive({ ...report, locations });
    });
    pending = { deviceId, locations, receipt };
    return receipt;
  };
}
