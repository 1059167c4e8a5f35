import type { Texts } from '../translations.js';

export const attention: Texts<'attention'> = {
  title: 'Alertes à traiter',
  raised: 'Alerte : {name}, {device}',
  times: '{count} fois, la dernière',
  position: 'Voir {device} sur la carte',
  noPosition: 'position inconnue',
  note: 'Note',
  noteHint: 'Note (facultative)',
  acknowledge: 'Acquitter',
  acknowledgeOne: 'Acquitter {name}, {device}',
  more: '{count} autres alertes',
  moreThan: 'Plus de {count} autres alertes',
  openCount: '{count} alertes non acquittées',
  openCountOne: '1 alerte non acquittée',
  sound: 'Son des alertes',
  soundBlocked: 'Cliquez une fois dans la page pour activer le son.',
  unacknowledged: 'Non acquittée',
};
