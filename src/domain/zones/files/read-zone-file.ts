import { fileErrors } from '../messages.js';
import { readGpx } from './gpx-reader.js';
import { readKml } from './kml-reader.js';
import type { Sizes } from './to-zone.js';
import { toZones, type ReadZones } from './to-zones.js';
import { readXmlTree } from './xml-tree.js';

/** The zones of a KML or GPX file, which its root element shows. */
export function* readZoneFile(text: string, sizes: Sizes): ReadZones {
  const root = yield* readXmlTree(text);
  if (!root.ok) return root;
  const find = { kml: readKml, gpx: readGpx }[root.value.name];
  if (find === undefined) return fileErrors.otherRoot({ name: root.value.name.slice(0, 40) });
  yield;
  return yield* toZones(find(root.value), sizes);
}
