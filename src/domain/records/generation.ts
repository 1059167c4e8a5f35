import type { Origin, Source } from '../../schema/devices/device.js';

/** A stretch of the log between two restores: the entries from number `from` to the start of the next generation. */
export type Generation = { readonly id: string; readonly from: number };

/** The generation that the entry was written in. Entries from before the oldest known one count to that. */
export const generationOf = (generations: readonly Generation[], n: number): Generation | undefined =>
  generations.findLast(({ from }) => from <= n) ?? generations[0];

/** Names one store, until it is restored: numbers of entries are unique within it. */
export const storeId = (gatewayId: string, { id }: Pick<Generation, 'id'>): string => `${gatewayId}:${id}`;

/** Names one entry, of any gateway, and never another one. */
export const recordId = (gatewayId: string, generation: Pick<Generation, 'id'>, n: number): string =>
  `${storeId(gatewayId, generation)}:${n}`;

/** A position in the log as API clients send it: a number, with its generation if it came from a page of records. */
export type LogPosition = { readonly generation?: string; readonly n: number };

export const formatPosition = ({ id }: Pick<Generation, 'id'>, n: number): string => `${id}.${n}`;

/** Undefined if the text is no position. */
export function parsePosition(text: string): LogPosition | undefined {
  const [, generation, n] = /^(?:([a-z2-7]{8})\.)?(\d{1,15})$/.exec(text) ?? [];
  if (n === undefined) return undefined;
  return generation === undefined ? { n: Number(n) } : { generation, n: Number(n) };
}

/** The parts of the id of an entry of any gateway. */
export type RecordIdParts = { readonly gateway: string; readonly store: string; readonly n: number };

/** The inverse of `recordId`; undefined if the text is no such id. */
export function parseRecordId(text: string): RecordIdParts | undefined {
  const [, store, gateway, n] = /^(([A-Za-z0-9._-]{1,64}):[a-z2-7]{8}):(\d{1,15})$/.exec(text) ?? [];
  return store === undefined || gateway === undefined ? undefined : { gateway, store, n: Number(n) };
}

/** The gateway that forwarded a record, and its id there; undefined: it came to this gateway. */
export const originOf = ({ gateway, id }: Partial<Source>): Origin | undefined =>
  gateway === undefined || id === undefined ? undefined : { gateway, id };
