import type { Lane } from '../sink.js';

/** The kind of subject of each lane; `live` is not in the stream. */
const KINDS: Readonly<Record<Lane, string>> = { alerts: 'alert', live: 'live', history: 'location' };

/** What the stream takes: locations and alerts of all gateways. */
export const STREAM_SUBJECTS: readonly string[] = ['waypost.*.location.>', 'waypost.*.alert.>'];

/** `.`, `*`, `>`, spaces and control characters have a meaning in a subject: they are percent-encoded, and so is `%`. */
const tokenOf = (id: string): string =>
  id.replaceAll(/[.*>%\s]|\p{C}/gu, (found) =>
    [...Buffer.from(found)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );

export type Subjects = {
  readonly of: (lane: Lane, deviceId: string) => string;
  /** those of all devices */
  readonly all: (lane: Lane) => string;
};

export function subjectsOf(gatewayId: string): Subjects {
  const gateway = tokenOf(gatewayId);
  const prefixOf = (lane: Lane): string => `waypost.${gateway}.${KINDS[lane]}`;
  return {
    of: (lane, deviceId) => `${prefixOf(lane)}.${tokenOf(deviceId)}`,
    all: (lane) => `${prefixOf(lane)}.>`,
  };
}

/** `subject` may end with `>` itself. */
export function isCovered(subject: string, pattern: string): boolean {
  const [wanted, given] = [subject.split('.'), pattern.split('.')];
  for (const [index, token] of given.entries()) {
    if (token === '>') return wanted.length > index;
    if (wanted[index] === undefined || wanted[index] === '>') return false;
    if (token !== '*' && token !== wanted[index]) return false;
  }
  return wanted.length === given.length;
}

/** A record id: `<gateway>:<generation>:<n>`. */
export type ReadId = { readonly store: string; readonly n: number };

export function readId(id: string): ReadId | undefined {
  const end = id.lastIndexOf(':');
  const number = id.slice(end + 1);
  return end > 0 && /^\d{1,16}$/.test(number) ? { store: id.slice(0, end), n: Number(number) } : undefined;
}
