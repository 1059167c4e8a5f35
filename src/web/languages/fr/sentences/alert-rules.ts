import type { Sentences } from '../../translations.js';

export const alertRules: Sentences<'alertRules'> = {
  'zone {name} already exists': 'la zone {name} existe déjà',
  '{place} must not cross or touch itself: edges {one} and {other} do':
    '{place} ne doit ni se croiser ni se toucher : les côtés {one} et {other} le font',
  '{place} repeats the position before it: remove one': '{place} répète la position précédente : en supprimer une',
  '{place} is missing: a point needs one, in m': '{place} manque : un point en a besoin, en m',
  '{place} is missing: a line needs one, in m': '{place} manque : une ligne en a besoin, en m',
  'alert rule {name} already exists': 'la règle d’alerte {name} existe déjà',
  'alert rule {id} not found': 'règle d’alerte {id} introuvable',
  'zone {id} not found': 'zone {id} introuvable',
  'alert rules name the zone ({names}): change or remove them first':
    'des règles d’alerte nomment la zone ({names}) : modifiez-les ou supprimez-les d’abord',
  'requires privilege messages and a user not restricted to a group or device':
    'exige le droit messages et un utilisateur non restreint à un groupe ou à un appareil',
  '/devices, /groups and /all exclude each other: use one of them':
    '/devices, /groups et /all s’excluent : utilisez l’un d’eux',
  '/devices is missing: name devices or groups, or set all to true':
    '/devices manque : nommez des appareils ou des groupes, ou mettez all à true',
  'limit of {count} {things} reached ({used} in use): remove one first':
    'limite de {count} {things} atteinte ({used} utilisés) : supprimez-en d’abord',
  'limit of {bytes} bytes for all {things} reached ({used} in use, {added} more asked for): shorten or remove some first':
    'limite de {bytes} octets pour l’ensemble ({things}) atteinte ({used} utilisés, {added} de plus demandés) : raccourcissez ou supprimez d’abord',
  'alert rules': 'règles d’alerte',
  zones: 'zones',
};
