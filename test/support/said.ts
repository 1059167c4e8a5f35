import type { TrackerMessage, Protocol, RecordsMessage } from '../../src/protocols/protocol.js';
import { chunksOf, bytes, runProtocol } from './framing.js';
import type { Samples } from './protocol-samples.js';

/** What of a message is stored. */
export type Record = {
  readonly kind: 'location' | 'alert' | 'telemetry';
  readonly value: { readonly dateTime: string };
};

const recordsIn = ({ locations, alerts, telemetry = [] }: RecordsMessage): Record[] => [
  ...locations.map((value): Record => ({ kind: 'location', value })),
  ...alerts.map((value): Record => ({ kind: 'alert', value })),
  ...telemetry.map((value): Record => ({ kind: 'telemetry', value })),
];

export const recordsOf = (messages: readonly TrackerMessage[]): Record[] =>
  messages.flatMap((message) => (message.type === 'records' ? recordsIn(message) : []));

/** The records of what is said after what has to be said first; `sizes` are those of the reads. */
export const recordsOfText = (
  protocol: Protocol,
  { first = '' }: Samples,
  text: string,
  sizes: readonly number[] = [4096],
): Record[] => recordsOf(runProtocol(protocol, [bytes(first), ...chunksOf(bytes(text), sizes)]));

/** Whether the record is a true one, or a part of it: other sentences of the same instant may be missing. */
export const isTrue = (one: Record, all: readonly Record[]): boolean => isTrueButFor(0, one, all);

/** Whether it is one or a part of one, but for so many of its values at most. */
export const isTrueButFor = (most: number, { kind, value }: Record, all: readonly Record[]): boolean =>
  all.some((one) => one.kind === kind && otherValues(value, one.value) <= most);

function otherValues(part: unknown, whole: unknown): number {
  if (typeof part !== 'object' || part === null || typeof whole !== 'object' || whole === null) {
    return Number(part !== whole);
  }
  const there = new Map<string, unknown>(Object.entries(whole));
  return Object.entries(part).reduce((sum, [name, value]) => sum + otherValues(value, there.get(name)), 0);
}
