import type { Texts } from '../translations.js';

export const ruleAlert: Texts<'ruleAlert'> = {
  enteredAt: 'Einfahrt in {zone}, {speed} km/h',
  entered: 'Einfahrt in {zone}',
  leftAt: 'Verlassen von {zone}, {speed} km/h',
  left: 'Verlassen von {zone}',
  speed: '{speed} km/h, Grenze {limit} km/h',
  idle: 'seit {minutes} min keine Bewegung',
  silent: 'seit {minutes} min keine Meldung',
  noFix: 'seit {minutes} min keine Position',
  temperature: '{value} °C, Grenze {limit} °C',
  fuel: 'Tank von {from} % auf {to} %',
  battery: 'Batterie {percent} %',
  inputOn: 'Eingang {number} ein',
  inputOff: 'Eingang {number} aus',
};
