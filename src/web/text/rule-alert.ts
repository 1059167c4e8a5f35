import { defineText } from './text.js';

/**
 * The texts of the alerts that alert rules raise, as the gateway writes them (`domain/alert-rules`). Not among its other
 * sentences: those fill in values with translated words, and the name of a zone stays as it is. The first that matches a
 * text is meant.
 */
export const ruleAlertText = defineText('ruleAlert', {
  enteredAt: 'entered {zone}, {speed} km/h',
  entered: 'entered {zone}',
  leftAt: 'left {zone}, {speed} km/h',
  left: 'left {zone}',
  speed: '{speed} km/h, limit {limit} km/h',
  idle: 'no movement for {minutes} min',
  silent: 'no report for {minutes} min',
  noFix: 'no fix for {minutes} min',
  temperature: '{value} °C, limit {limit} °C',
  fuel: 'fuel from {from} % to {to} %',
  battery: 'battery {percent} %',
  inputOn: 'input {number} on',
  inputOff: 'input {number} off',
});
