import type { Sentences } from '../../translations.js';

export const files: Sentences<'files'> = {
  'the disk has too little free space: {spare} bytes are left for files, the upload has {size}; 1 GiB and a tenth of the disk stay free':
    'de schijf heeft te weinig vrije ruimte: voor bestanden zijn nog {spare} bytes over, de upload heeft er {size}; 1 GiB en een tiende van de schijf blijven vrij',
  'the disk has too little free space: 1 GiB and a tenth of the disk stay free':
    'de schijf heeft te weinig vrije ruimte: 1 GiB en een tiende van de schijf blijven vrij',
  '{count} uploads are unfinished: complete or delete one of them first':
    '{count} uploads zijn onvoltooid: voltooi of verwijder er eerst een',
  'no such upload: it may have expired': 'deze upload bestaat niet: misschien is die verlopen',
  'make one with pmtiles extract or pmtiles convert': 'maak er een met pmtiles extract of pmtiles convert',
  'the file is not a PNG, JPEG or WebP picture: save it in one of these formats':
    'het bestand is geen afbeelding in PNG, JPEG of WebP: sla het op in een van deze indelingen',
  'the picture is damaged: save it again': 'de afbeelding is beschadigd: sla die opnieuw op',
  'the picture has {width} × {height} pixels: at most {side} on each side and {all} in all':
    'de afbeelding heeft {width} × {height} pixels: hoogstens {side} per zijde en {all} in totaal',
  'the file is not a Waypost backup: choose a file that Waypost wrote as a backup':
    'het bestand is geen back-up van Waypost: kies een bestand dat Waypost als back-up heeft geschreven',
  'another backup is being downloaded: wait for its end': 'er wordt al een back-up gedownload: wacht tot die klaar is',
  'another bundle is being made: wait for its end': 'er wordt al een pakket gemaakt: wacht tot het klaar is',
  '/size is too large: {noun} has at most {bytes} bytes': '/size is te groot: {noun} heeft hoogstens {bytes} bytes',
  'a map archive': 'een kaartarchief',
  'a picture of the yard': 'een afbeelding van het terrein',
  'a backup': 'een back-up',
  'another part of this upload is being stored: wait for its answer':
    'een ander deel van deze upload wordt opgeslagen: wacht op het antwoord',
  'the upload is complete': 'de upload is voltooid',
  'the upload is being checked: wait for its result': 'de upload wordt gecontroleerd: wacht op het resultaat',
  'the upload was not stored: {reason}': 'de upload is niet opgeslagen: {reason}',
  'the part was not stored: {reason}': 'het deel is niet opgeslagen: {reason}',
  'the next part starts at offset {offset}': 'het volgende deel begint bij offset {offset}',
  'the part is empty': 'het deel is leeg',
  'the part is too large: at most {bytes} bytes': 'het deel is te groot: hoogstens {bytes} bytes',
  'the part goes beyond the {bytes} bytes of the upload': 'het deel gaat voorbij de {bytes} bytes van de upload',
  'the file does not match its SHA-256: send it again':
    'het bestand komt niet overeen met zijn SHA-256: verzend het opnieuw',
  'the file could not be put to use: {reason}': 'het bestand kon niet in gebruik worden genomen: {reason}',
  'the file {problem}: {remedy}': 'het bestand {problem}: {remedy}',
  'is not a PMTiles archive': 'is geen PMTiles-archief',
  'is PMTiles version {version} instead of 3': 'is PMTiles versie {version} in plaats van 3',
  'has {size} bytes instead of {end}': 'heeft {size} bytes in plaats van {end}',
  'has tiles of type {type}': 'heeft tegels van het type {type}',
  'use an archive with {kinds} tiles': 'gebruik een archief met {kinds}-tegels',
  'is compressed with another format than gzip': 'is gecomprimeerd met een andere indeling dan gzip',
  'has invalid zooms {from} to {to}': 'heeft ongeldige zoomniveaus {from} tot {to}',
  'run pmtiles convert OLD NEW': 'voer pmtiles convert OUD NIEUW uit',
  'copy it again': 'kopieer het opnieuw',
  'make it with gzip': 'maak het met gzip',
  'make it again': 'maak het opnieuw',
  'the backup': 'de back-up',
  '{what}: restore it with the version that wrote it, or a later one':
    '{what}: zet die terug met de versie die hem heeft geschreven, of een latere',
  '{file} cannot be restored: {reason}': '{file} kan niet worden teruggezet: {reason}',
  'it is not a Waypost backup': 'het is geen back-up van Waypost',
  'it is cut: copy it again, or restore another backup':
    'ze is afgekapt: kopieer ze opnieuw of zet een andere back-up terug',
  'it is damaged: copy it again, or restore another backup':
    'ze is beschadigd: kopieer ze opnieuw of zet een andere back-up terug',
  'it has version {version}, this Waypost reads version 1': 'hij heeft versie {version}, deze Waypost leest versie 1',
  '{file} is not a file of a store': '{file} is geen bestand van een opslag',
  'the disk has too little free space for its content': 'de schijf heeft te weinig vrije ruimte voor de inhoud',
  '{file} has no usable store: {reason}; restore another backup':
    '{file} heeft geen bruikbare opslag: {reason}; zet een andere back-up terug',
  '{file} has no gateway or no user: it is not the backup of a gateway':
    '{file} heeft geen gateway of geen gebruiker: het is niet de back-up van een gateway',
  '{file}: its format is {format}, expected 1 to {max}': '{file}: de indeling is {format}, verwacht 1 tot {max}',
  '{file} has a store of format {format}, this Waypost supports up to {max}':
    '{file} heeft een opslag met indeling {format}, deze Waypost ondersteunt hoogstens {max}',
  'the restore was interrupted {count} times: use waypost restore':
    'het terugzetten is {count} keer onderbroken: gebruik waypost restore',
  'no backup waits to be restored': 'er wacht geen back-up op terugzetten',
  'this gateway cannot make a bundle: run waypost bundle':
    'deze gateway kan geen pakket maken: voer waypost bundle uit',
  'there is no picture of the yard: upload one first': 'er is geen afbeelding van het terrein: upload er eerst een',
};
