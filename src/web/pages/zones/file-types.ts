/** What a file of zones is sent as, by the end of its name. */
export const FILE_TYPES = {
  '.geojson': 'application/json',
  '.json': 'application/json',
  '.kml': 'application/vnd.google-earth.kml+xml',
  '.kmz': 'application/vnd.google-earth.kmz',
  '.gpx': 'application/gpx+xml',
} as const;

/** The content type of a file; one that no ending is known for is sent as JSON. */
export function typeOfFile(name: string): string {
  const ending = /\.[^.]*$/.exec(name.toLowerCase())?.[0];
  return Object.entries(FILE_TYPES).find(([known]) => known === ending)?.[1] ?? FILE_TYPES['.json'];
}

export const EXPORT_FORMATS = [
  { format: 'geojson', name: 'GeoJSON' },
  { format: 'kml', name: 'KML' },
  { format: 'gpx', name: 'GPX' },
] as const;
