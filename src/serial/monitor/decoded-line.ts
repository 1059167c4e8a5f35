import { MAX_LINE_CHARS, type DecodedLine } from '../../schema/ports/port-line.js';
import type { GatewayMessage } from '../../messages/message.js';
import type { TrackerMessage } from '../../protocols/protocol.js';
import type { MessageOutcome } from './observer.js';

const MAX_NAMES = 8;

type LineOutcome = Pick<DecodedLine, 'outcome' | 'reason' | 'reasonData'>;

/** A tracker message and its outcome as a line; `at` is an instant in ISO 8601. */
export function decodedLine({ protocol, message, deviceId, receipt }: MessageOutcome, at: string): DecodedLine {
  const { outcome, reason, reasonData } = outcomeOf(message, receipt);
  return {
    at,
    kind: 'decoded',
    protocol,
    deviceId: deviceId ?? null,
    type: message.type,
    ...countRecords(message),
    outcome,
    reason: reason?.slice(0, MAX_LINE_CHARS) ?? null,
    ...(reasonData !== undefined && { reasonData }),
  };
}

function countRecords(message: TrackerMessage): Pick<DecodedLine, 'locations' | 'alerts' | 'telemetry'> {
  if (message.type !== 'records') return { locations: 0, alerts: [], telemetry: 0 };
  const { locations, alerts, telemetry = [] } = message;
  const names = alerts.flatMap((alert) => alert.alerts).slice(0, MAX_NAMES);
  return { locations: locations.length, alerts: names, telemetry: telemetry.length };
}

function outcomeOf(message: TrackerMessage, receipt: MessageOutcome['receipt']): LineOutcome {
  if (!receipt.ok) return refused(receipt.message, receipt.field === undefined ? receipt.data : undefined);
  // The entry that is stored then holds the reason why the record could not be read.
  if (message.type === 'records' && message.refused !== undefined) return refused(message.refused);
  const { accepted, duplicates, quarantined } = receipt.value;
  if (message.type !== 'records') return outcomeWithoutReason('accepted');
  if (quarantined === true) return outcomeWithoutReason('quarantined');
  if (accepted > 0) return outcomeWithoutReason('stored');
  if (duplicates > 0) return outcomeWithoutReason('duplicate');
  return outcomeWithoutReason(message.locations.length + message.alerts.length > 0 ? 'thinned' : 'accepted');
}

/** `data`: what the reason is made of; left out for those of decoders. */
const refused = (reason: string, data?: GatewayMessage): LineOutcome => ({
  outcome: 'refused',
  reason,
  ...(data !== undefined && { reasonData: data }),
});
const outcomeWithoutReason = (outcome: LineOutcome['outcome']): LineOutcome => ({
  outcome,
  reason: null,
  reasonData: null,
});
