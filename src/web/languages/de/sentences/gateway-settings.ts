import type { Sentences } from '../../translations.js';

export const gatewaySettings: Sentences<'gatewaySettings'> = {
  'an IANA time zone, like Europe/Madrid': 'eine IANA-Zeitzone wie Europe/Madrid',
  'a mail address, like depot@example.com': 'eine E-Mail-Adresse wie depot@example.com',
  'a device like /dev/ttyUSB0, or tcp://host:port with a port of 1 to 65535 (an IPv6 address in brackets: tcp://[fd00::7]:4001)':
    'ein Gerät wie /dev/ttyUSB0 oder tcp://host:port mit einem Port von 1 bis 65535 (eine IPv6-Adresse in Klammern: tcp://[fd00::7]:4001)',
  'is set by the configuration: change it there, or remove it there':
    'ist durch die Konfiguration festgelegt: dort ändern oder entfernen',
  '{field} is set by the configuration: change it there, or remove it there':
    '{field} ist durch die Konfiguration festgelegt: dort ändern oder entfernen',
  'belongs to {secret}, which the configuration sets: {fix}':
    'gehört zu {secret}, das die Konfiguration festlegt: {fix}',
  'change {key} there too': '{key} dort auch ändern',
  'is the port {port}, which trackers use: {fix}': 'ist der Port {port}, den Tracker benutzen: {fix}',
  'remove that port, or name the port of the modem': 'diesen Port entfernen oder den Port des Modems angeben',
  '/to must be {rule}': '/to ist ungültig, erwartet: {rule}',
  'channel {channel} is not configured: set {key}': 'Kanal {channel} ist nicht eingerichtet: {key} setzen',
  'a test message is being sent: wait for its result': 'eine Testnachricht wird gesendet: ihr Ergebnis abwarten',
  '{count} test messages were sent within 10 minutes: try again in {seconds} s':
    '{count} Testnachrichten wurden innerhalb von 10 Minuten gesendet: in {seconds} s erneut versuchen',
  'no result within {seconds} s': 'kein Ergebnis innerhalb von {seconds} s',
  '{owner} has used up its share of the log for changes that are not records: try again in {seconds} s; store.retention.bytes and store.retention.days set the share':
    '{owner} hat den eigenen Anteil des Logs für Änderungen aufgebraucht, die keine Datensätze sind: in {seconds} s erneut versuchen; store.retention.bytes und store.retention.days bestimmen den Anteil',
};
