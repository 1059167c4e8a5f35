import type { Texts } from '../translations.js';

export const ruleAlert: Texts<'ruleAlert'> = {
  enteredAt: '{zone} binnengereden, {speed} km/h',
  entered: '{zone} binnengereden',
  leftAt: '{zone} verlaten, {speed} km/h',
  left: '{zone} verlaten',
  speed: '{speed} km/h, limiet {limit} km/h',
  idle: '{minutes} min geen beweging',
  silent: '{minutes} min geen melding',
  noFix: '{minutes} min geen positie',
  temperature: '{value} °C, grens {limit} °C',
  fuel: 'brandstof van {from} % naar {to} %',
  battery: 'accu {percent} %',
  inputOn: 'ingang {number} aan',
  inputOff: 'ingang {number} uit',
};
