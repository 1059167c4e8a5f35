import { MAX_LINE_CHARS, type DecodedLine } from '../../schema/ports/port-line.js';
import type { TrackerMessage } from '../../protocols/protocol.js';
import type { MessageOutcome } from './observer.js';

const MAX_NAMES = 8;

type LineOutcome = Pick<DecodedLine, 'outcome' | 'reason'>;

/** A tracker message and its outcome as a line; `at` is an instant in ISO 8601. */
export function decodedLine({ protocol, message, deviceId, receipt }: MessageOutcome, at: string): DecodedLine {
  const { outcome, reason } = outcomeOf(message, receipt);
  return {
    at,
    kind: 'decoded',
    protocol,
    deviceId: deviceId ?? null,
    type: message.type,
    ...countRecords(message),
    outcome,
    reason: reason?.slice(0, MAX_LINE_CHARS) ?? null,
  };
}

function countRecords(message: TrackerMessage): Pick<DecodedLine, 'locations' | 'alerts' | 'telemetry'> {
  if (message.type !== 'records') return { locations: 0, alerts: [], telemetry: 0 };
  const { locations, alerts, telemetry = [] } = message;
  const names = alerts.flatMap((alert) => alert.alerts).slice(0, MAX_NAMES);
  return { locations: locations.length, alerts: names, telemetry: telemetry.length };
}

function outcomeOf(message: TrackerMessage, receipt: MessageOutcome['receipt']): LineOutcome {
  if (!receipt.ok) return { outcome: 'refused', reason: receipt.message };
  // The entry that is stored then holds the reason why the record could not be read.
  if (message.type === 'records' && message.refused !== undefined) return refused(message.refused);
  const { accepted, duplicates, quarantined } = receipt.value;
  if (message.type !== 'records') return outcomeWithoutReason('accepted');
  if (quarantined === true) return outcomeWithoutReason('quarantined');
  if (accepted > 0) return outcomeWithoutReason('stored');
  if (duplicates > 0) return outcomeWithoutReason('duplicate');
  return outcomeWithoutReason(message.locations.length + message.alerts.length > 0 ? 'thinned' : 'accepted');
}

const refused = (reason: string): LineOutcome => ({ outcome: 'refused', reason });
const outcomeWithoutReason = (outcome: LineOutcome['outcome']): LineOutcome => ({ outcome, reason: null });
