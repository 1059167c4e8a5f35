import type { TrackerMessage, Protocol, RecordsMessage } from '../../../src/protocols/protocol.js';
import { chunksOf, bytes, runProtocol } from './framing.js';
import type { Samples } from './protocol-samples.js';

/** The records of a tracker message. */
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

/** The records of `text`, decoded after the required first frames; `sizes` are the chunk sizes. */
export const recordsOfText = (
  protocol: Protocol,
  { first = '' }: Samples,
  text: string,
  sizes: readonly number[] = [4096],
): Record[] => recordsOf(runProtocol(protocol, [bytes(first), ...chunksOf(bytes(text), sizes)]));

/** Whether the record is correct or a part of a correct one: other sentences of the same moment may be missing. */
export const isTrue = (one: Record, all: readonly Record[]): boolean => isTrueButFor(0, one, all);

/** The same, with at most `count` different values. */
export const isTrueButFor = (most: number, { kind, value }: Record, all: readonly Record[]): boolean =>
  all.some((one) => one.kind === kind && otherValues(value, one.value) <= most);

function otherValues(part: unknown, whole: unknown): number {
  if (typeof part !== 'object' || part === null || typeof whole !== 'object' || whole === null) {
    return Number(part !== whole);
  }
  const there = new Map<string, unknown>(Object.entries(whole));
  return Object.entries(part).reduce((sum, [name, value]) => sum + otherValues(value, there.get(name)), 0);
}
