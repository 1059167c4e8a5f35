import type { Texts } from '../translations.js';

export const archive: Texts<'archive'> = {
  not_a_file: 'Het kaartarchief map.pmtiles in de gegevensmap is geen bestand. Zet het archief zelf daar neer.',
  unreadable: 'De gateway mag het kaartarchief map.pmtiles niet lezen. Geef het aan de gebruiker van de gateway.',
  not_an_archive: 'Het bestand map.pmtiles in de gegevensmap is geen PMTiles-archief. Vervang of verwijder het.',
  other_version: 'Het kaartarchief map.pmtiles is geen PMTiles versie 3. Zet het om met “pmtiles convert”.',
  cut_off: 'Het kaartarchief map.pmtiles is onvolledig. Kopieer het opnieuw.',
  other_tiles:
    'Het kaartarchief map.pmtiles heeft tegels van een niet-ondersteund type. Gebruik raster- of vectortegels.',
  other_compression: 'Het kaartarchief map.pmtiles is niet met gzip gecomprimeerd. Maak het opnieuw met gzip.',
  damaged: 'Het kaartarchief map.pmtiles is beschadigd. Kopieer het opnieuw.',
  unreachable: 'Delen van de kaart konden niet worden geladen. Verschuif de kaart of laad de pagina opnieuw.',
  other_schema:
    'Het kaartarchief map.pmtiles gebruikt een niet-ondersteund vectorschema. Gebruik een archief van Protomaps of rastertegels.',
};
