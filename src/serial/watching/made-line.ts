import { LONGEST_LINE, type MadeLine } from '../../schema/port-line.js';
import type { Message } from '../../protocols/protocol.js';
import type { Settled } from './watcher.js';

const MOST_NAMES = 8;

type Outcome = Pick<MadeLine, 'outcome' | 'reason'>;

/** What the gateway made of a message, as a line; `at` is an instant in ISO 8601. */
export function madeLine({ protocol, message, deviceId, receipt }: Settled, at: string): MadeLine {
  const { outcome, reason } = outcomeOf(message, receipt);
  return {
    at,
    kind: 'made',
    protocol,
    deviceId: deviceId ?? null,
    says: message.type,
    ...recordsOf(message),
    outcome,
    reason: reason?.slice(0, LONGEST_LINE) ?? null,
  };
}

function recordsOf(message: Message): Pick<MadeLine, 'locations' | 'alerts' | 'telemetry'> {
  if (message.type !== 'records') return { locations: 0, alerts: [], telemetry: 0 };
  const { locations, alerts, telemetry = [] } = message;
  const names = alerts.flatMap((alert) => alert.alerts).slice(0, MOST_NAMES);
  return { locations: locations.length, alerts: names, telemetry: telemetry.length };
}

function outcomeOf(message: Message, receipt: Settled['receipt']): Outcome {
  if (!receipt.ok) return { outcome: 'refused', reason: receipt.message };
  // Stored is then that there was a record, and why it is none.
  if (message.type === 'records' && message.refused !== undefined) return refused(message.refused);
  const { accepted, duplicates, quarantined } = receipt.value;
  if (message.type !== 'records') return plain('taken');
  if (quarantined === true) return plain('quarantined');
  if (accepted > 0) return plain('stored');
  if (duplicates > 0) return plain('duplicate');
  return plain(message.locations.length + message.alerts.length > 0 ? 'thinned' : 'taken');
}

const refused = (reason: string): Outcome => ({ outcome: 'refused', reason });
const plain = (outcome: Outcome['outcome']): Outcome => ({ outcome, reason: null });
