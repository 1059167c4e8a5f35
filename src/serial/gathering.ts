import type { Receipt } from '../protocols/protocol.js';
import type { Location } from '../schema/location.js';
import type { Receive, Report } from './receive.js';

type Gathered = { readonly deviceId: string; readonly locations: Location[]; readonly receipt: Promise<Receipt> };

const isPlain = ({ alerts, telemetry, sequence, resume }: Report): boolean =>
  alerts.length === 0 && telemetry === undefined && sequence === undefined && resume === undefined;

/**
 * Fixes of one device that are heard in one go are handed in as one report: that costs little more than one of them.
 * Their receipt is one as well, so this is for trackers that are not answered.
 */
export function createGathering(receive: Receive): Receive {
  let gathered: Gathered | undefined;

  return (report) => {
    const { deviceId } = report;
    if (!isPlain(report)) {
      gathered = undefined;
      return Promise.resolve().then(() => receive(report));
    }
    if (gathered?.deviceId === deviceId) {
      gathered.locations.push(...report.locations);
      return gathered.receipt;
    }
    const locations = [...report.locations];
    const receipt = Promise.resolve().then(() => {
      if (gathered?.locations === locations) gathered = undefined;
      return receive({ ...report, locations });
    });
    gathered = { deviceId, locations, receipt };
    return receipt;
  };
}
