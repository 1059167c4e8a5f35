import { defineText } from '../../text/text.js';

/** Why the map archive is not shown, and what to do. */
export const archiveText = defineText('archive', {
  not_a_file: 'The map archive map.pmtiles in the data folder is not a file. Put the archive itself there.',
  unreadable: 'The gateway may not read the map archive map.pmtiles. Give it to the user of the gateway.',
  not_an_archive: 'The file map.pmtiles in the data folder is not a PMTiles archive. Replace or remove it.',
  other_version: 'The map archive map.pmtiles is not PMTiles version 3. Convert it with “pmtiles convert”.',
  cut_off: 'The map archive map.pmtiles is incomplete. Copy it again.',
  other_tiles: 'The map archive map.pmtiles has tiles of an unsupported type. Use raster or vector tiles.',
  other_compression: 'The map archive map.pmtiles is not compressed with gzip. Create it again with gzip.',
  damaged: 'The map archive map.pmtiles is damaged. Copy it again.',
  unreachable: 'Parts of the map could not be loaded. Move the map or reload the page.',
  other_schema: 'The map archive map.pmtiles uses an unsupported vector schema. Use a Protomaps build or raster tiles.',
});
