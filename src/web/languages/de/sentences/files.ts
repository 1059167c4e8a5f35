import type { Sentences } from '../../translations.js';

export const files: Sentences<'files'> = {
  'the disk has too little free space: {spare} bytes are left for files, the upload has {size}; 1 GiB and a tenth of the disk stay free':
    'auf dem Datenträger ist zu wenig frei: für Dateien bleiben {spare} Bytes, der Upload hat {size}; 1 GiB und ein Zehntel des Datenträgers bleiben frei',
  'the disk has too little free space: 1 GiB and a tenth of the disk stay free':
    'auf dem Datenträger ist zu wenig frei: 1 GiB und ein Zehntel des Datenträgers bleiben frei',
  '{count} uploads are unfinished: complete or delete one of them first':
    '{count} Uploads sind unfertig: zuerst einen davon abschließen oder löschen',
  'no such upload: it may have expired': 'diesen Upload gibt es nicht: Vielleicht ist er abgelaufen',
  'make one with pmtiles extract or pmtiles convert': 'mit pmtiles extract oder pmtiles convert eines erstellen',
  'the file is not a PNG, JPEG or WebP picture: save it in one of these formats':
    'die Datei ist kein Bild in PNG, JPEG oder WebP: in einem dieser Formate speichern',
  'the picture is damaged: save it again': 'das Bild ist beschädigt: noch einmal speichern',
  'the picture has {width} × {height} pixels: at most {side} on each side and {all} in all':
    'das Bild hat {width} × {height} Pixel: höchstens {side} auf jeder Seite und {all} insgesamt',
  'the file is not a Waypost backup: choose a file that Waypost wrote as a backup':
    'die Datei ist keine Sicherung von Waypost: eine Datei wählen, die Waypost als Sicherung geschrieben hat',
  'another backup is being downloaded: wait for its end':
    'eine andere Sicherung wird heruntergeladen: ihr Ende abwarten',
  'another bundle is being made: wait for its end': 'ein anderes Paket wird erstellt: sein Ende abwarten',
  '/size is too large: {noun} has at most {bytes} bytes': '/size ist zu groß: {noun} hat höchstens {bytes} Bytes',
  'a map archive': 'ein Kartenarchiv',
  'a picture of the yard': 'ein Bild des Hofs',
  'a backup': 'eine Sicherung',
  'another part of this upload is being stored: wait for its answer':
    'ein anderer Teil dieses Uploads wird gespeichert: die Antwort abwarten',
  'the upload is complete': 'der Upload ist vollständig',
  'the upload is being checked: wait for its result': 'der Upload wird geprüft: das Ergebnis abwarten',
  'the upload was not stored: {reason}': 'der Upload wurde nicht gespeichert: {reason}',
  'the part was not stored: {reason}': 'der Teil wurde nicht gespeichert: {reason}',
  'the next part starts at offset {offset}': 'der nächste Teil beginnt bei Offset {offset}',
  'the part is empty': 'der Teil ist leer',
  'the part is too large: at most {bytes} bytes': 'der Teil ist zu groß: höchstens {bytes} Bytes',
  'the part goes beyond the {bytes} bytes of the upload': 'der Teil reicht über die {bytes} Bytes des Uploads hinaus',
  'the file does not match its SHA-256: send it again': 'die Datei passt nicht zu ihrem SHA-256: erneut senden',
  'the file could not be put to use: {reason}': 'die Datei konnte nicht in Gebrauch genommen werden: {reason}',
  'the file {problem}: {remedy}': 'die Datei {problem}: {remedy}',
  'is not a PMTiles archive': 'ist kein PMTiles-Archiv',
  'is PMTiles version {version} instead of 3': 'hat die PMTiles-Version {version} statt 3',
  'has {size} bytes instead of {end}': 'hat {size} Bytes statt {end}',
  'has tiles of type {type}': 'hat Kacheln vom Typ {type}',
  'use an archive with {kinds} tiles': 'ein Archiv mit {kinds}-Kacheln verwenden',
  'is compressed with another format than gzip': 'ist mit einem anderen Format als gzip komprimiert',
  'has invalid zooms {from} to {to}': 'hat ungültige Zoomstufen {from} bis {to}',
  'run pmtiles convert OLD NEW': 'pmtiles convert ALT NEU ausführen',
  'copy it again': 'noch einmal kopieren',
  'make it with gzip': 'mit gzip erstellen',
  'make it again': 'noch einmal erstellen',
  'the backup': 'die Sicherung',
  '{what}: restore it with the version that wrote it, or a later one':
    '{what}: mit der Version einspielen, die sie geschrieben hat, oder einer späteren',
  '{file} cannot be restored: {reason}': '{file} kann nicht eingespielt werden: {reason}',
  'it is not a Waypost backup': 'es ist keine Sicherung von Waypost',
  'it is cut: copy it again, or restore another backup':
    'sie ist abgeschnitten: neu kopieren oder eine andere Sicherung einspielen',
  'it is damaged: copy it again, or restore another backup':
    'sie ist beschädigt: neu kopieren oder eine andere Sicherung einspielen',
  'it has version {version}, this Waypost reads version 1': 'sie hat Version {version}, dieses Waypost liest Version 1',
  '{file} is not a file of a store': '{file} ist keine Datei eines Speichers',
  'the disk has too little free space for its content': 'auf dem Datenträger ist zu wenig frei für ihren Inhalt',
  '{file} has no usable store: {reason}; restore another backup':
    '{file} hat keinen brauchbaren Speicher: {reason}; eine andere Sicherung einspielen',
  '{file} has no gateway or no user: it is not the backup of a gateway':
    '{file} hat kein Gateway oder keinen Benutzer: Es ist nicht die Sicherung eines Gateways',
  '{file}: its format is {format}, expected 1 to {max}': '{file}: Format {format}, erwartet 1 bis {max}',
  '{file} has a store of format {format}, this Waypost supports up to {max}':
    '{file} hat einen Speicher im Format {format}, dieses Waypost unterstützt höchstens {max}',
  'the restore was interrupted {count} times: use waypost restore':
    'das Einspielen wurde {count}-mal unterbrochen: waypost restore verwenden',
  'no backup waits to be restored': 'keine Sicherung wartet auf das Einspielen',
  'this gateway cannot make a bundle: run waypost bundle':
    'dieses Gateway kann kein Paket erstellen: waypost bundle ausführen',
  'there is no picture of the yard: upload one first': 'es gibt kein Bild des Hofs: zuerst eines hochladen',
};
