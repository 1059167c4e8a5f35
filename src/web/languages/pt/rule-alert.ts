import type { Texts } from '../translations.js';

export const ruleAlert: Texts<'ruleAlert'> = {
  enteredAt: 'entrou em {zone}, {speed} km/h',
  entered: 'entrou em {zone}',
  leftAt: 'saiu de {zone}, {speed} km/h',
  left: 'saiu de {zone}',
  speed: '{speed} km/h, limite {limit} km/h',
  idle: 'sem movimento há {minutes} min',
  silent: 'sem relatórios há {minutes} min',
  noFix: 'sem posição há {minutes} min',
  temperature: '{value} °C, limite {limit} °C',
  fuel: 'combustível de {from}% para {to}%',
  battery: 'bateria a {percent}%',
  inputOn: 'entrada {number} ligada',
  inputOff: 'entrada {number} desligada',
};
