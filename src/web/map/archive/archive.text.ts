import { defineText } from '../../text/text.js';

/** Why the map archive is not shown, and what to do. */
export const archiveText = defineText({
  en: {
    not_a_file: 'The map archive map.pmtiles in the data folder is not a file. Put the archive itself there.',
    unreadable: 'The gateway may not read the map archive map.pmtiles. Give it to the user of the gateway.',
    not_an_archive: 'The file map.pmtiles in the data folder is not a PMTiles archive. Replace or remove it.',
    other_version: 'The map archive map.pmtiles is not PMTiles version 3. Convert it with “pmtiles convert”.',
    cut_off: 'The map archive map.pmtiles is incomplete. Copy it again.',
    other_tiles: 'The map archive map.pmtiles has tiles of an unsupported type. Use raster or vector tiles.',
    other_compression: 'The map archive map.pmtiles is not compressed with gzip. Create it again with gzip.',
    damaged: 'The map archive map.pmtiles is damaged. Copy it again.',
    unreachable: 'Parts of the map could not be loaded. Move the map or reload the page.',
    other_schema:
      'The map archive map.pmtiles uses an unsupported vector schema. Use a Protomaps build or raster tiles.',
  },
  es: {
    not_a_file: 'El archivo de mapa map.pmtiles de la carpeta de datos no es un fichero. Ponga ahí el propio archivo.',
    unreadable: 'La pasarela no puede leer el archivo de mapa map.pmtiles. Déselo al usuario de la pasarela.',
    not_an_archive: 'El fichero map.pmtiles de la carpeta de datos no es un archivo PMTiles. Sustitúyalo o elimínelo.',
    other_version:
      'El archivo de mapa map.pmtiles no es de la versión 3 de PMTiles. Conviértalo con «pmtiles convert».',
    cut_off: 'El archivo de mapa map.pmtiles está incompleto. Cópielo otra vez.',
    other_tiles:
      'El archivo de mapa map.pmtiles tiene teselas de un tipo no admitido. Use teselas de imagen o vectoriales.',
    other_compression: 'El archivo de mapa map.pmtiles no está comprimido con gzip. Créelo de nuevo con gzip.',
    damaged: 'El archivo de mapa map.pmtiles está dañado. Cópielo otra vez.',
    unreachable: 'No se han podido cargar partes del mapa. Mueva el mapa o recargue la página.',
    other_schema:
      'El archivo de mapa map.pmtiles usa un esquema vectorial no admitido. Use uno de Protomaps o teselas de imagen.',
  },
});
