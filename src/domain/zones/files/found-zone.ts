import type { Result } from '../../../errors.js';
import type { Position, Ring } from '../../../schema/zones/shape.js';

/** A shape as a file has it; a line or point may be without its size. */
export type FoundShape =
  | { readonly type: 'circle'; readonly center: Position; readonly radius: number | undefined }
  | { readonly type: 'corridor'; readonly coordinates: readonly Position[]; readonly width: number | undefined }
  | { readonly type: 'polygon'; readonly coordinates: readonly Ring[] };

/** What a file has that can be a zone. Nothing of it is checked. */
export type FoundZone = {
  /** where it is, for messages: `placemark 3` */
  readonly place: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly color: string | undefined;
  readonly home: boolean;
  /** a failure if its positions cannot be separated: the file is refused */
  readonly shape: Result<FoundShape>;
};

/** What was left out or changed, by the name that the file or the zone has. */
export type ImportNote = { readonly name: string; readonly note: string };

type FoundZones = { readonly zones: readonly FoundZone[]; readonly notes: readonly ImportNote[] };

/** Finds the zones of a file. Yields now and then, so that a caller can do something else in between. */
export type FindZones = Generator<undefined, FoundZones>;

/** Nothing if the text is no number: it is refused as a position, and a size has its default. */
export const numberOf = (text: string | undefined): number =>
  text === undefined || text.trim() === '' ? NaN : Number(text);

/** A size in m; undefined if the file has none that makes sense. */
export function sizeOf(text: string | undefined): number | undefined {
  const value = numberOf(text);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

/** The name of one of `count` shapes that have a name together. */
export const partName = (name: string | undefined, index: number, count: number): string | undefined =>
  name !== undefined && count > 1 ? `${name} ${index + 1}` : name;

/** `#rrggbb` in lower case; undefined for any other text. */
export const hexColorOf = (text = ''): string | undefined =>
  /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined;

/** The ring with its first position at the end, which some programs leave out. */
export function closed(ring: Ring): Ring {
  const [first, last] = [ring[0], ring.at(-1)];
  const isClosed = first === undefined || last === undefined || (first[0] === last[0] && first[1] === last[1]);
  return isClosed ? ring : [...ring, first];
}
