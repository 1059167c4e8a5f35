import type { Texts } from '../translations.js';

export const archive: Texts<'archive'> = {
  not_a_file: 'Das Kartenarchiv map.pmtiles im Datenordner ist keine Datei. Legen Sie das Archiv selbst dort ab.',
  unreadable: 'Das Gateway darf das Kartenarchiv map.pmtiles nicht lesen. Übergeben Sie es dem Benutzer des Gateways.',
  not_an_archive: 'Die Datei map.pmtiles im Datenordner ist kein PMTiles-Archiv. Ersetzen oder entfernen Sie sie.',
  other_version:
    'Das Kartenarchiv map.pmtiles hat nicht die PMTiles-Version 3. Wandeln Sie es mit „pmtiles convert“ um.',
  cut_off: 'Das Kartenarchiv map.pmtiles ist unvollständig. Kopieren Sie es noch einmal.',
  other_tiles:
    'Das Kartenarchiv map.pmtiles hat Kacheln eines nicht unterstützten Typs. Verwenden Sie Raster- oder Vektorkacheln.',
  other_compression:
    'Das Kartenarchiv map.pmtiles ist nicht mit gzip komprimiert. Erstellen Sie es noch einmal mit gzip.',
  damaged: 'Das Kartenarchiv map.pmtiles ist beschädigt. Kopieren Sie es noch einmal.',
  unreachable: 'Teile der Karte konnten nicht geladen werden. Verschieben Sie die Karte oder laden Sie die Seite neu.',
  other_schema:
    'Das Kartenarchiv map.pmtiles hat ein nicht unterstütztes Vektorschema. Verwenden Sie ein Archiv von Protomaps oder Rasterkacheln.',
};
