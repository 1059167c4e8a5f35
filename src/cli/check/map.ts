import { join } from 'node:path';
import { ARCHIVE_NAME, createMapArchives } from '../../services/system/map-archive.js';
import { ok, warning, type CheckFinding } from './finding.js';

/** The archive of map tiles in a data folder, where there is one. Trackers are on the map without it too. */
export async function checkMap(folder: string): Promise<CheckFinding[]> {
  const path = join(folder, ARCHIVE_NAME);
  const archive = await createMapArchives(path).inspect();
  if (archive === null) return [];
  const { fault, tiles, bytes } = archive;
  if (fault !== null) return [warning('data', `the map does without its archive: ${fault.what}`, fault.remedy)];
  const zooms = tiles === null ? '' : `: ${tiles.kind} tiles of zooms ${tiles.minZoom} to ${tiles.maxZoom}`;
  return [ok('data', `the map has ${path}, ${Math.ceil(bytes / 1e6)} MB${zooms}`)];
}
