import { defineText } from '../../text/text.js';

/** Why the map does without its archive of tiles, and what to do. */
export const archiveText = defineText({
  en: {
    not_a_file: 'The map archive map.pmtiles in the data folder is no file. Put the archive itself there.',
    unreadable: 'The gateway may not read the map archive map.pmtiles. Give it to the user of the gateway.',
    not_an_archive: 'The file map.pmtiles in the data folder is no PMTiles archive. Replace it with one, or remove it.',
    other_version: 'The map archive map.pmtiles is not of PMTiles version 3. Convert it with “pmtiles convert”.',
    cut_off: 'The map archive map.pmtiles is cut off: not all of it was copied. Copy it once more.',
    other_tiles:
      'The map archive map.pmtiles has tiles of a kind that can not be shown. Take one of pictures or vectors.',
    other_compression: 'The map archive map.pmtiles is not compressed with gzip. Make it anew with gzip.',
    damaged: 'Parts of the map archive map.pmtiles can not be read: it is damaged. Copy it once more.',
    unreachable: 'Parts of the map could not be fetched from the gateway. Move the map, or open this page again.',
    other_schema:
      'The map archive map.pmtiles has vectors in another schema than that of Protomaps: most of them can not be drawn. Take one made of a Protomaps build, or one of pictures.',
  },
  es: {
    not_a_file: 'El archivo de mapa map.pmtiles de la carpeta de datos no es un fichero. Ponga ahí el propio archivo.',
    unreadable: 'La pasarela no puede leer el archivo de mapa map.pmtiles. Déselo al usuario de la pasarela.',
    not_an_archive: 'El fichero map.pmtiles de la carpeta de datos no es un archivo PMTiles. Sustitúyalo o elimínelo.',
    other_version:
      'El archivo de mapa map.pmtiles no es de la versión 3 de PMTiles. Conviértalo con «pmtiles convert».',
    cut_off: 'El archivo de mapa map.pmtiles está cortado: no se copió entero. Cópielo otra vez.',
    other_tiles:
      'El archivo de mapa map.pmtiles tiene teselas que no se pueden mostrar. Use uno de imágenes o de vectores.',
    other_compression: 'El archivo de mapa map.pmtiles no está comprimido con gzip. Créelo de nuevo con gzip.',
    damaged: 'Hay partes del archivo de mapa map.pmtiles que no se pueden leer: está dañado. Cópielo otra vez.',
    unreachable: 'No se han podido pedir partes del mapa a la pasarela. Mueva el mapa o abra de nuevo esta página.',
    other_schema:
      'Los vectores del archivo de mapa map.pmtiles no siguen el esquema de Protomaps: casi nada se puede dibujar. Use uno hecho de Protomaps, o uno de imágenes.',
  },
});
