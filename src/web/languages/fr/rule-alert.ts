import type { Texts } from '../translations.js';

export const ruleAlert: Texts<'ruleAlert'> = {
  enteredAt: 'entrée dans {zone}, {speed} km/h',
  entered: 'entrée dans {zone}',
  leftAt: 'sortie de {zone}, {speed} km/h',
  left: 'sortie de {zone}',
  speed: '{speed} km/h, limite {limit} km/h',
  idle: 'pas de mouvement depuis {minutes} min',
  silent: 'pas de rapport depuis {minutes} min',
  noFix: 'pas de position depuis {minutes} min',
  temperature: '{value} °C, limite {limit} °C',
  fuel: 'carburant de {from} % à {to} %',
  battery: 'batterie à {percent} %',
  inputOn: 'entrée {number} activée',
  inputOff: 'entrée {number} désactivée',
};
