import type { Texts } from '../translations.js';

export const ruleAlert: Texts<'ruleAlert'> = {
  enteredAt: 'entró en {zone}, {speed} km/h',
  entered: 'entró en {zone}',
  leftAt: 'salió de {zone}, {speed} km/h',
  left: 'salió de {zone}',
  speed: '{speed} km/h, límite {limit} km/h',
  idle: 'sin movimiento desde hace {minutes} min',
  silent: 'sin informes desde hace {minutes} min',
  noFix: 'sin posición desde hace {minutes} min',
  temperature: '{value} °C, límite {limit} °C',
  fuel: 'combustible del {from} % al {to} %',
  battery: 'batería al {percent} %',
  inputOn: 'entrada {number} activada',
  inputOff: 'entrada {number} desactivada',
};
