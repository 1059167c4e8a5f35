import type { Receipt, Resume, Telemetry } from '../protocols/protocol.js';
import type { Alert } from '../schema/records/alert.js';
import type { Sequence } from '../schema/entry.js';
import type { Source } from '../schema/devices/device.js';
import type { Location } from '../schema/records/location.js';

/** Records of one device that belong together: all are stored, or none. */
export type Report = {
  readonly deviceId: string;
  readonly locations: readonly Location[];
  readonly alerts: readonly Alert[];
  readonly source: Source;
  readonly telemetry?: readonly Telemetry[];
  /** of a tracker that numbers its records: they are taken in this order alone, each number once */
  readonly sequence?: Sequence;
  /** nothing to store: the tracker asks from where to go on; it still has the records of `epoch` from `oldest` */
  readonly resume?: Resume;
  /** the administrator bound this device to the port by configuration */
  readonly bound: boolean;
};

/** The one way in for records. Resolves when they are on stable storage, or with the reason why they are not. */
export type Receive = (report: Report) => Promise<Receipt>;
