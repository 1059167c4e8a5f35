import type { Sentences } from '../../translations.js';

export const files: Sentences<'files'> = {
  'the disk has too little free space: {spare} bytes are left for files, the upload has {size}; 1 GiB and a tenth of the disk stay free':
    'trop peu d’espace libre sur le disque : il reste {spare} octets pour les fichiers, l’envoi en a {size} ; 1 Gio et un dixième du disque restent libres',
  'the disk has too little free space: 1 GiB and a tenth of the disk stay free':
    'trop peu d’espace libre sur le disque : 1 Gio et un dixième du disque restent libres',
  '{count} uploads are unfinished: complete or delete one of them first':
    '{count} envois sont inachevés : terminez ou supprimez d’abord l’un d’eux',
  'no such upload: it may have expired': 'cet envoi n’existe pas : il a peut-être expiré',
  'make one with pmtiles extract or pmtiles convert': 'créez-en une avec pmtiles extract ou pmtiles convert',
  'the file is not a PNG, JPEG or WebP picture: save it in one of these formats':
    'le fichier n’est pas une image PNG, JPEG ou WebP : enregistrez-la dans l’un de ces formats',
  'the picture is damaged: save it again': 'l’image est endommagée : enregistrez-la à nouveau',
  'the picture has {width} × {height} pixels: at most {side} on each side and {all} in all':
    'l’image a {width} × {height} pixels : au plus {side} par côté et {all} au total',
  'the file is not a Waypost backup: choose a file that Waypost wrote as a backup':
    'le fichier n’est pas une sauvegarde de Waypost : choisissez un fichier que Waypost a écrit comme sauvegarde',
  'another backup is being downloaded: wait for its end':
    'une autre sauvegarde est en cours de téléchargement : attendez la fin',
  'another bundle is being made: wait for its end': 'un autre dossier est en préparation : attendez la fin',
  '/size is too large: {noun} has at most {bytes} bytes': 'le fichier est trop gros : {noun} a au plus {bytes} octets',
  'a map archive': 'une archive de carte',
  'a picture of the yard': 'une image de la cour',
  'a backup': 'une sauvegarde',
  'another part of this upload is being stored: wait for its answer':
    'une autre partie de cet envoi est en cours d’enregistrement : attendez sa réponse',
  'the upload is complete': 'l’envoi est complet',
  'the upload is being checked: wait for its result': 'l’envoi est en cours de vérification : attendez son résultat',
  'the upload was not stored: {reason}': 'l’envoi n’a pas été enregistré : {reason}',
  'the part was not stored: {reason}': 'la partie n’a pas été enregistrée : {reason}',
  'the next part starts at offset {offset}': 'la partie suivante commence à la position {offset}',
  'the part is empty': 'la partie est vide',
  'the part is too large: at most {bytes} bytes': 'la partie est trop grosse : au plus {bytes} octets',
  'the part goes beyond the {bytes} bytes of the upload': 'la partie dépasse les {bytes} octets de l’envoi',
  'the file does not match its SHA-256: send it again':
    'le fichier ne correspond pas à son SHA-256 : envoyez-le de nouveau',
  'the file could not be put to use: {reason}': 'le fichier n’a pas pu être utilisé : {reason}',
  'the file {problem}: {remedy}': 'le fichier {problem} : {remedy}',
  'is not a PMTiles archive': 'n’est pas une archive PMTiles',
  'is PMTiles version {version} instead of 3': 'est au format PMTiles version {version} au lieu de 3',
  'has {size} bytes instead of {end}': 'a {size} octets au lieu de {end}',
  'has tiles of type {type}': 'a des tuiles de type {type}',
  'use an archive with {kinds} tiles': 'utilisez une archive avec des tuiles {kinds}',
  'is compressed with another format than gzip': 'est compressé dans un autre format que gzip',
  'has invalid zooms {from} to {to}': 'a des niveaux de zoom non valables, de {from} à {to}',
  'run pmtiles convert OLD NEW': 'exécutez pmtiles convert ANCIEN NOUVEAU',
  'copy it again': 'copiez-le de nouveau',
  'make it with gzip': 'créez-le avec gzip',
  'make it again': 'créez-le de nouveau',
  'the backup': 'la sauvegarde',
  '{what}: restore it with the version that wrote it, or a later one':
    '{what} : restaurez-la avec la version qui l’a écrite, ou une plus récente',
  '{file} cannot be restored: {reason}': '{file} ne peut pas être restaurée : {reason}',
  'it is not a Waypost backup': 'ce n’est pas une sauvegarde de Waypost',
  'it is cut: copy it again, or restore another backup':
    'elle est tronquée : copiez-la de nouveau, ou restaurez une autre sauvegarde',
  'it is damaged: copy it again, or restore another backup':
    'elle est endommagée : copiez-la de nouveau, ou restaurez une autre sauvegarde',
  'it has version {version}, this Waypost reads version 1':
    'elle est de version {version}, ce Waypost lit la version 1',
  '{file} is not a file of a store': '{file} n’est pas un fichier de stockage',
  'the disk has too little free space for its content': 'le disque a trop peu de place libre pour son contenu',
  '{file} has no usable store: {reason}; restore another backup':
    '{file} n’a pas de stockage utilisable : {reason} ; restaurez une autre sauvegarde',
  '{file} has no gateway or no user: it is not the backup of a gateway':
    '{file} n’a pas de passerelle ou pas d’utilisateur : ce n’est pas la sauvegarde d’une passerelle',
  '{file}: its format is {format}, expected 1 to {max}': '{file} : son format est {format}, attendu de 1 à {max}',
  '{file} has a store of format {format}, this Waypost supports up to {max}':
    '{file} a un stockage de format {format}, ce Waypost accepte jusqu’à {max}',
  'the restore was interrupted {count} times: use waypost restore':
    'la restauration a été interrompue {count} fois : utilisez waypost restore',
  'no backup waits to be restored': 'aucune sauvegarde n’attend d’être restaurée',
  'this gateway cannot make a bundle: run waypost bundle':
    'cette passerelle ne peut pas créer de dossier de diagnostic : exécutez waypost bundle',
  'there is no picture of the yard: upload one first': 'il n’y a pas d’image de la cour : envoyez-en une d’abord',
};
