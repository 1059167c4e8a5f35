import { KNOWN_ALERTS, LIMIT_ALERTS, SEQUENCE_ALERTS } from '../../schema/records/alert-names.js';
import type { Alert } from '../../schema/records/alert.js';

/**
 * The API's name of an alert, the words of protocols and of earlier versions that mean the same, and where word and
 * meaning come from. Names that are in no row stay as they are.
 */
type AlertNameRow = {
  readonly name: (typeof KNOWN_ALERTS)[number];
  readonly words: readonly string[];
  readonly source: string;
};

/** PD: the public API documentation, list of alerts. */
export const ALERT_NAMES: readonly AlertNameRow[] = [
  {
    name: 'SOSButton',
    words: ['SOS', 'GTSOS', 'emergency', 'AVL 236', 'AVL panic', 'EMG 1', 'ALT 42'],
    source:
      'PD: panic button. WPT/1, ALR; Queclink +RESP:GTSOS; APRS 1.0.1, chapter 10 (Mic-E), and !EMERGENCY!; Teltonika AVL ID 236, and events with the priority of panic; Suntech EMG, 1, and ALT, 42',
  },
  {
    name: 'BatteryLow',
    words: ['LOWBAT', 'lowBattery', 'GTBPL'],
    source: 'PD: battery of the tracker is low. WPT/1, ALR; the Meshtastic decoder; Queclink +RESP:GTBPL',
  },
  {
    name: 'SpeedLimit',
    words: ['OVERSPEED', 'GTSPD', 'AVL 255', 'ALT 1', 'ALT 22', 'ALT 23', 'ALT 49'],
    source:
      'PD: faster than the speed limit. WPT/1, ALR; Queclink +RESP:GTSPD, out of the range; Teltonika AVL ID 255, and 3 of a zone; Suntech ALT, 1, 22 and 23 (of the engine), and 49',
  },
  {
    name: 'GPSUnplugged',
    words: ['POWERCUT', 'GTEPF', 'GTMPF', 'ExternalPowerOff', 'AVL 252', 'EMG 3', 'ALT 41'],
    source:
      'PD: disconnected from its main power source. WPT/1, ALR; Queclink +RESP:GTEPF and +RESP:GTMPF, which version 0.1 stored as ExternalPowerOff; Teltonika AVL ID 252; Suntech EMG, 3, and ALT, 41',
  },
  { name: 'GPSNoSignal', words: ['GTGSS 0'], source: 'PD: GNSS signal lost. Queclink +RESP:GTGSS, status 0' },
  {
    name: 'ForbiddenArea',
    words: ['GEOIN', 'GTGEO in', 'AVL zone in', 'ALT 6'],
    source:
      'PD: entered an area that it must not enter. WPT/1, ALR; Queclink +RESP:GTGEO, entering; Teltonika AVL IDs of zones; Suntech ALT, 6',
  },
  {
    name: 'AllowedArea',
    words: ['GEOOUT', 'GTGEO out', 'AVL zone out', 'ALT 5'],
    source:
      'PD: left an area that it must stay in. WPT/1, ALR; Queclink +RESP:GTGEO, leaving; Teltonika AVL IDs of zones; Suntech ALT, 5',
  },
];

/** Of a text with the words in front. */
const MAX_TEXT_CHARS = 1024;

/** By word in lower case. */
const NAME_BY_WORD: ReadonlyMap<string, string> = new Map([
  ...KNOWN_ALERTS.map((name): [string, string] => [name.toLowerCase(), name]),
  ...ALERT_NAMES.flatMap(({ name, words }) => words.map((word): [string, string] => [word.toLowerCase(), name])),
]);

/** The API's name for a name of any protocol, client or earlier version; case does not matter. */
export const apiAlertName = (word: string): string => NAME_BY_WORD.get(word.toLowerCase()) ?? word;

const KNOWN_NAMES: ReadonlySet<string> = new Set([...KNOWN_ALERTS, ...LIMIT_ALERTS, ...Object.values(SEQUENCE_ALERTS)]);

/** Does the name mean an alert of the API documentation, or one that the gateway itself raises? */
export const isKnownAlertName = (word: string): boolean => KNOWN_NAMES.has(apiAlertName(word));

const isApiName = (word: string): boolean => apiAlertName(word) === word;

/** The same list where nothing is renamed; no name twice where two words mean the same. */
export const apiAlertNames = (words: readonly string[]): readonly string[] =>
  words.every(isApiName) ? words : [...new Set(words.map(apiAlertName))];

/** The alert under the API's names; words that are replaced go before its text, unless that gets too long. */
export function nameAlert<A extends Pick<Alert, 'alerts' | 'text'>>(alert: A): A {
  const { alerts, text } = alert;
  const names = apiAlertNames(alerts);
  if (names === alerts) return alert;
  const replaced = alerts.filter((word) => apiAlertName(word).toLowerCase() !== word.toLowerCase());
  const parts = [replaced.join(', '), text ?? ''].filter((part) => part !== '');
  const named = parts.join(': ');
  if (named === '' || named.length > MAX_TEXT_CHARS) return { ...alert, alerts: names };
  return { ...alert, alerts: names, text: named };
}
