import type { PortState, PortStatus } from '../../schema/ports/port.js';

type PortCounters = PortStatus['counters'];

export const PORT_STATES: readonly PortState[] = ['open', 'opening', 'busy', 'absent', 'error', 'disabled'];
/** Counters of the port, without a label of their own. */
export const PORT_TOTALS: Readonly<
  Record<Exclude<keyof PortCounters, 'framesBy' | 'bytesBy'>, readonly [name: string, help: string]>
> = {
  bytes: ['received_bytes_total', 'Bytes received.'],
  frames: ['frames_total', 'Frames found in the bytes received.'],
  discardedBytes: ['discarded_bytes_total', 'Bytes that belonged to no valid frame.'],
  badChecksums: ['bad_checksums_total', 'Frames with a wrong checksum.'],
  rejected: ['rejected_frames_total', 'Valid frames whose content was rejected.'],
  unknownDevices: ['unknown_devices_total', 'Reports from devices that are not registered.'],
  duplicateRecords: ['duplicate_records_total', 'Records that were stored already.'],
  reopened: ['reopens_total', 'Times the port was opened again.'],
};

/** The kinds of frames without a record are added up: a receiver chooses their names. */
const framesByPart = ({ framesBy: { withoutRecord, ...others } }: PortCounters): Record<string, number> => ({
  ...others,
  without_record: sum(withoutRecord),
});

function bytesByPart({ bytesBy }: PortCounters): Record<string, number> {
  const { records, joined, duplicates, rejected, withoutRecord, discarded, delimiters } = bytesBy;
  const { tooLong, ...reasons } = discarded;
  const frames = { records, joined, duplicates, rejected, without_record: sum(withoutRecord) };
  return { ...frames, ...reasons, too_long: tooLong, delimiters };
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** Counters of the parts of the input, with the label `part`. */
export const PORT_PARTS = [
  { name: 'frames_by_part_total', help: 'Frames by what became of them.', partsOf: framesByPart },
  { name: 'bytes_by_part_total', help: 'Bytes by what they were part of.', partsOf: bytesByPart },
] as const;
