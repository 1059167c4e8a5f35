import type { Texts } from '../translations.js';

export const ruleForm: Texts<'ruleForm'> = {
  name: 'Nom',
  enabled: 'Activée',
  alerts: 'Alertes',
  anyAlert: 'Toutes les alertes sauf celles de limite quotidienne',
  someAlerts: 'Seulement ces alertes',
  otherAlerts: 'Autres noms, un par ligne',
  otherAlertsHint: 'Exactement comme sur la page des alertes, par exemple Crash ou Jamming.',
  limitAlerts: 'Alertes de limite quotidienne',
  limitAlertsHint:
    'Déclenchées à 80 et 100 % de la limite quotidienne d’un appareil ; seules les règles qui les nomment les notifient.',
  devices: 'Appareils',
  anyDevice: 'Tous les appareils, même nouveaux',
  someDevices: 'Seulement ces appareils et groupes',
  groups: 'Groupes, avec leurs appareils au moment de l’alerte',
  singleDevices: 'Appareils isolés',
  recipients: 'Destinataires',
  onePerLine: '{values}, une entrée par ligne',
  quiet: 'Délai de silence (min)',
  quietHint: 'Les répétitions d’une alerte attendent ce délai, puis le double à chaque fois, jusqu’à un jour.',
  notSetUp: 'Non configuré : ces destinataires ne sont pas avertis.',
  missing: 'n’est plus défini',
  switchedOff: 'désactivé',
  noneDefined: 'Aucun pour l’instant : un administrateur les ajoute.',
  invalid: 'Non valide : {value}',
  expected: 'Attendu : {rule}',
};
