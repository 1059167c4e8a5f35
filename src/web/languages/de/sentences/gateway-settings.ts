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
  'webhook {name}: {problem}; {remedy}': 'Webhook {name}: {problem}; {remedy}',
  'answered with status {status}': 'antwortete mit Status {status}',
  'see the log of the receiver': 'siehe das Log des Empfängers',
  'no answer within 10 s': 'keine Antwort innerhalb von 10 s',
  'the receiver has to answer before it does its work': 'der Empfänger muss antworten, bevor er seine Arbeit tut',
  'the connection was refused': 'die Verbindung wurde abgelehnt',
  'check its url, and that the receiver runs': 'Adresse prüfen, und ob der Empfänger läuft',
  'the host name was not found': 'der Hostname wurde nicht gefunden',
  'check its url and the name server of this machine': 'Adresse und Nameserver dieses Rechners prüfen',
  'the host cannot be reached': 'der Host ist nicht erreichbar',
  'check the network of this machine': 'das Netz dieses Rechners prüfen',
  'its certificate is not trusted': 'sein Zertifikat ist nicht vertrauenswürdig',
  'give the receiver a certificate of a known authority': 'dem Empfänger ein Zertifikat einer bekannten Stelle geben',
  'the connection ended without an answer': 'die Verbindung endete ohne Antwort',
  'check that the receiver has the same secret and the right time':
    'prüfen, ob der Empfänger dasselbe Geheimnis und die richtige Zeit hat',
  'check the path in its url': 'den Pfad in der Adresse prüfen',
  'redirects are not followed: set the url that it leads to':
    'Weiterleitungen wird nicht gefolgt: die Zieladresse eintragen',
  'webhook {name} is in notification rule {rule}: take it out there first':
    'Webhook {name} ist in der Benachrichtigungsregel {rule}: dort zuerst herausnehmen',
  'its secret was entered for {receiver}; enter it again':
    'das Geheimnis wurde für {receiver} eingegeben; erneut eingeben',
  'webhook {name} has no secret; set it again': 'Webhook {name} hat kein Geheimnis; erneut setzen',
  'webhook {name} not found; add it, or take it out of the notification rule':
    'Webhook {name} nicht gefunden; fügen Sie ihn hinzu, oder nehmen Sie ihn aus der Benachrichtigungsregel',
  'an http or https address without user, password and fragment, like https://dispatch.example/alerts':
    'eine http- oder https-Adresse ohne Benutzer, Passwort und Fragment, etwa https://dispatch.example/alerts',
};
