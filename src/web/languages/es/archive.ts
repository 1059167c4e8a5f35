import type { Texts } from '../translations.js';

export const archive: Texts<'archive'> = {
  not_a_file: 'El archivo de mapa map.pmtiles de la carpeta de datos no es un fichero. Ponga ahí el propio archivo.',
  unreadable: 'La pasarela no puede leer el archivo de mapa map.pmtiles. Déselo al usuario de la pasarela.',
  not_an_archive: 'El fichero map.pmtiles de la carpeta de datos no es un archivo PMTiles. Sustitúyalo o elimínelo.',
  other_version: 'El archivo de mapa map.pmtiles no es de la versión 3 de PMTiles. Conviértalo con «pmtiles convert».',
  cut_off: 'El archivo de mapa map.pmtiles está incompleto. Cópielo otra vez.',
  other_tiles:
    'El archivo de mapa map.pmtiles tiene teselas de un tipo no admitido. Use teselas de imagen o vectoriales.',
  other_compression: 'El archivo de mapa map.pmtiles no está comprimido con gzip. Créelo de nuevo con gzip.',
  damaged: 'El archivo de mapa map.pmtiles está dañado. Cópielo otra vez.',
  unreachable: 'No se han podido cargar partes del mapa. Mueva el mapa o recargue la página.',
  other_schema:
    'El archivo de mapa map.pmtiles usa un esquema vectorial no admitido. Use uno de Protomaps o teselas de imagen.',
};
