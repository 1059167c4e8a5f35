import { failure, success, type Result } from '../../../errors.js';
import { MAX_ZONES_OF_FILE } from '../../../schema/zones/geojson.js';
import type { FindZones, FoundZone, ImportNote } from './found-zone.js';
import { createNames } from './names.js';
import { toZone, type FileZone, type Sizes } from './to-zone.js';

/** Zones to be checked like any others, and what was left out or changed. */
export type ZoneFile = { readonly zones: readonly FileZone[]; readonly notes: readonly ImportNote[] };

/** Yields now and then, so that a caller can do something else in between. */
export type ReadZones = Generator<undefined, Result<ZoneFile>>;

const MAX_POSITIONS = 50_000;
const MAX_NOTES = 100;
const MAX_NOTED_NAME = 128;

/** The zones that a reader finds in a file. */
export function* toZones(finding: FindZones, sizes: Sizes): ReadZones {
  const found = yield* finding;
  const refused = refusalOf(found.zones);
  if (refused !== undefined) return failure('validation_failed', refused);
  const nameOf = createNames();
  const zones: FileZone[] = [];
  const notes = [...found.notes];
  for (const [index, one] of found.zones.entries()) {
    const read = yield* toZone(one, nameOf(one.name, `Zone ${index + 1}`), sizes);
    if (!read.ok) return read;
    const { zone } = read.value;
    if (zone !== undefined) zones.push(zone);
    notes.push(...read.value.notes.map((note) => ({ name: zone?.input.name ?? one.name ?? one.place, note })));
    yield;
  }
  const shown = shownNotes(notes);
  if (zones.length > 0) return success({ zones, notes: shown });
  const reasons = shown.slice(0, 3).map(({ name, note }) => `; ${name}: ${note}`);
  return failure('validation_failed', `the file has no zone${reasons.join('')}`);
}

function refusalOf(zones: readonly FoundZone[]): string | undefined {
  if (zones.length > MAX_ZONES_OF_FILE)
    return `the file has ${zones.length} zones: at most ${MAX_ZONES_OF_FILE} are imported at once`;
  const positions = zones.reduce((sum, zone) => sum + positionsOf(zone), 0);
  return positions > MAX_POSITIONS
    ? `the file has ${positions} positions: at most ${MAX_POSITIONS} are imported at once, so split it`
    : undefined;
}

function positionsOf({ shape }: FoundZone): number {
  if (!shape.ok) return 0;
  if (shape.value.type === 'circle') return 1;
  const { coordinates } = shape.value;
  return shape.value.type === 'corridor' ? coordinates.length : coordinates.flat().length;
}

function shownNotes(notes: readonly ImportNote[]): readonly ImportNote[] {
  const shown = notes
    .slice(0, MAX_NOTES)
    .map(({ name, note }) => ({ name: name.replace(/\s+/g, ' ').slice(0, MAX_NOTED_NAME), note }));
  const more = notes.length - shown.length;
  return more === 0 ? shown : [...shown, { name: '…', note: `${more} more notes` }];
}
