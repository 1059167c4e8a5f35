import type { Receipt } from '../protocols/protocol.js';
import type { Alert } from '../schema/alert.js';
import type { Source } from '../schema/device.js';
import type { Location } from '../schema/location.js';

/** Records of one device that belong together: all are stored, or none. */
export type Report = {
  readonly deviceId: string;
  readonly locations: readonly Location[];
  readonly alerts: readonly Alert[];
  readonly source: Source;
  /** the administrator bound this device to the port by configuration */
  readonly bound: boolean;
};

/** The one way in for records. Resolves when they are on stable storage, or with the reason why they are not. */
export type Receive = (report: Report) => Promise<Receipt>;
