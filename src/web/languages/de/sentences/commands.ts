import type { Sentences } from '../../translations.js';

export const commands: Sentences<'commands'> = {
  'no reply within {seconds} s: the tracker may have carried it out':
    'keine Antwort innerhalb von {seconds} s: Der Tracker hat ihn vielleicht ausgeführt',
  '{path} did not take all of it within {seconds} s: the tracker may have received it':
    '{path} nahm ihn innerhalb von {seconds} s nicht ganz an: Der Tracker hat ihn vielleicht empfangen',
  'written to {path}: {note}': 'an {path} geschrieben: {note}',
  '{protocol} has no replies': '{protocol} hat keine Antworten',
  '{path} was closed before the tracker replied': '{path} wurde geschlossen, bevor der Tracker antwortete',
  'nothing was written: {reason}': 'nichts wurde geschrieben: {reason}',
  'the tracker accepted it': 'der Tracker hat ihn angenommen',
  'the node received the text': 'der Knoten hat den Text empfangen',
  'the gateway stopped while sending it: the tracker may have received it':
    'das Gateway wurde beim Senden beendet: Der Tracker hat ihn vielleicht empfangen',
  'the gateway stopped, or its store failed, before it was sent: nothing was written':
    'das Gateway wurde beendet, oder sein Speicher fiel aus, bevor er gesendet wurde: Nichts wurde geschrieben',
  'the device did not report in time: nothing was written':
    'das Gerät meldete sich nicht rechtzeitig: Nichts wurde geschrieben',
  'canceled before it was sent: nothing was written': 'vor dem Senden abgebrochen: Nichts wurde geschrieben',
  'waits for the next report of the device, until {time}': 'wartet auf die nächste Meldung des Geräts, bis {time}',
  'device {id} has not reported on any port yet': 'Gerät {id} hat sich noch an keinem Port gemeldet',
  'device {id} is not connected to {path}': 'Gerät {id} ist nicht mit {path} verbunden',
  '{path} keeps no connections: commands need a tcp listener':
    '{path} hält keine Verbindungen: Befehle brauchen einen TCP-Listener',
  '{path} is in provisioning': '{path} ist in Einrichtung',
  '{path} is not open: GET /api/ports shows why': '{path} ist nicht offen: Den Grund zeigt GET /api/ports',
  '{protocol} takes no commands, and {path} does not allow writing: set commands: true for the port in serial.ports to send raw bytes':
    '{protocol} nimmt keine Befehle an, und {path} erlaubt kein Schreiben: für Rohbytes beim Port in serial.ports commands: true setzen',
  '{protocol} takes no commands': '{protocol} nimmt keine Befehle an',
  'the tracker sent no HEL since its port was opened: try again when it has reported':
    'der Tracker hat kein HEL gesendet, seit sein Port offen ist: erneut versuchen, wenn er sich gemeldet hat',
  '{count} commands wait for device {id}: cancel one, or try again later':
    '{count} Befehle warten auf Gerät {id}: einen abbrechen oder später erneut versuchen',
  'device {id} has no telephone number: set its min': 'Gerät {id} hat keine Telefonnummer: sein min setzen',
};
