import type { Result } from '../errors.js';
import type { Author } from '../schema/accounts/author.js';
import type { Source } from '../schema/devices/device.js';
import type { Sequence, TelemetryValues } from '../schema/entry.js';
import type { Alert } from '../schema/records/alert.js';
import type { Depot } from '../schema/records/depot.js';
import type { Location } from '../schema/records/location.js';

/** Named values of a tracker besides positions. */
export type Telemetry = { readonly dateTime: string; readonly values: TelemetryValues };

/** The records a tracker can still send: those of `epoch` from `oldest` on. */
export type Resume = { readonly epoch: string; readonly oldest: number };

/** Records of one device that are stored together or not at all. */
export type Report = {
  readonly deviceId: string;
  readonly locations: readonly Location[];
  readonly alerts: readonly Alert[];
  readonly source: Source;
  /** of each record that another gateway forwarded, locations first; left out: `source` */
  readonly sources?: readonly Source[];
  readonly telemetry?: readonly Telemetry[];
  /** only for trackers that number their records: stored in this order, each number once */
  readonly sequence?: Sequence;
  /** nothing to store: the tracker asks where to continue */
  readonly resume?: Resume;
  /** the configuration assigns this device to the port */
  readonly bound: boolean;
  /** the user who posted it over HTTP */
  readonly userId?: string;
  /** of a depot that forwarded it: who registers its unknown devices */
  readonly author?: Author;
  /** of a depot that forwarded it: what happens if the device is unknown; left out: as the port is configured */
  readonly policy?: Pick<Depot, 'unknownDevices' | 'group'>;
};

/**
 * The result of ingesting one report: stored durably (the acknowledgement may be sent), or why not. `stored` is set for
 * trackers that number their records: all records of this epoch up to this number are stored; left out when none is.
 * `needsHello`: which records are stored is unknown, so the tracker has to send its hello again. `quarantined`: the
 * device is unknown, and the report waits in quarantine until it is registered.
 */
export type Receipt = Result<{
  readonly accepted: number;
  readonly duplicates: number;
  readonly stored?: number;
  readonly needsHello?: true;
  readonly quarantined?: true;
}>;

/** The only way to store records. Resolves once they are on stable storage, or with the reason why they are not. */
export type Receive = (report: Report) => Promise<Receipt>;
