import type { Texts } from '../translations.js';

export const archive: Texts<'archive'> = {
  not_a_file:
    'L’archive de carte map.pmtiles du dossier de données n’est pas un fichier. Placez-y l’archive elle-même.',
  unreadable: 'La passerelle ne peut pas lire l’archive map.pmtiles. Donnez-la à l’utilisateur de la passerelle.',
  not_an_archive:
    'Le fichier map.pmtiles du dossier de données n’est pas une archive PMTiles. Remplacez-le ou supprimez-le.',
  other_version: 'L’archive map.pmtiles n’est pas en version 3 de PMTiles. Convertissez-la avec « pmtiles convert ».',
  cut_off: 'L’archive de carte map.pmtiles est incomplète. Copiez-la à nouveau.',
  other_tiles:
    'Les tuiles de l’archive map.pmtiles sont d’un type non pris en charge. Utilisez des images ou des vecteurs.',
  other_compression: 'L’archive de carte map.pmtiles n’est pas compressée avec gzip. Recréez-la avec gzip.',
  damaged: 'L’archive de carte map.pmtiles est endommagée. Copiez-la à nouveau.',
  unreachable: 'Des parties de la carte n’ont pas pu être chargées. Déplacez la carte ou rechargez la page.',
  other_schema:
    'Le schéma vectoriel de map.pmtiles n’est pas pris en charge. Utilisez une archive Protomaps ou des images.',
};
