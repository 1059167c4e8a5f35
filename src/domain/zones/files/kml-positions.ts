import { success, type Result } from '../../../errors.js';
import { fileErrors } from '../messages.js';
import type { Position } from '../../../schema/zones/shape.js';
import { numberOf } from './found-zone.js';
import { childrenNamed, type XmlElement } from './xml-tree.js';

/** Characters of a tuple that a message shows. */
const MAX_SHOWN = 60;

/**
 * The positions of a geometry: tuples of longitude, latitude and perhaps altitude, which white space separates (OGC KML
 * 2.3, 16.10). A tuple with any other number of values is refused, because a position is missing.
 */
export function positionsOf(geometry: XmlElement): Result<readonly Position[]> {
  const texts = childrenNamed(geometry, 'coordinates').map(({ text }) => text);
  const positions: Position[] = [];
  for (const tuple of tuplesOf(texts.join(' '))) {
    const position = readTuple(tuple.split(','));
    if (position === undefined) return refuseTuple(positions.length + 1, tuple);
    positions.push(position);
  }
  return success(positions);
}

/** The positions of a track, one in each element; a time without a position has an empty one. */
export function trackPositionsOf(track: XmlElement): Result<readonly Position[]> {
  const positions: Position[] = [];
  for (const { text } of childrenNamed(track, 'coord')) {
    const values = text.split(/[\s,]+/).filter((value) => value !== '');
    if (values.length === 0) continue;
    const position = readTuple(values);
    if (position === undefined) return refuseTuple(positions.length + 1, text.trim());
    positions.push(position);
  }
  return success(positions);
}

/** Programs write spaces around a comma, though the tuple ends at a space: such pieces belong together. */
function tuplesOf(text: string): readonly string[] {
  const tuples: string[][] = [];
  let isOpen = false;
  for (const piece of text.split(/\s+/)) {
    if (piece === '') continue;
    const last = tuples.at(-1);
    if (last !== undefined && (isOpen || piece.startsWith(','))) last.push(piece);
    else tuples.push([piece]);
    isOpen = piece.endsWith(',');
  }
  return tuples.map((pieces) => pieces.join(''));
}

/** Undefined if it is not one position. A comma at the end adds an altitude that is empty. */
function readTuple(values: readonly string[]): Position | undefined {
  const [longitude, latitude] = values;
  return values.length === 2 || values.length === 3 ? [numberOf(longitude), numberOf(latitude)] : undefined;
}

const refuseTuple = (number: number, tuple: string): Result<never> =>
  fileErrors.tuple({ position: number, detail: tuple.length > MAX_SHOWN ? `${tuple.slice(0, MAX_SHOWN)}…` : tuple });
