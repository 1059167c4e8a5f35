import type { Sentences } from '../../translations.js';

export const gateway: Sentences<'gateway'> = {
  // addresses
  'a plain mail address, like depot@example.com': 'eine einfache E-Mail-Adresse wie depot@example.com',
  'a telephone number: + and 3 to 15 digits, like +34600111222, or as dialed within the country':
    'eine Telefonnummer: + und 3 bis 15 Ziffern, wie +34600111222, oder wie im Land gewählt',
  // clock
  'the user already has an access key {name}': 'der Benutzer hat schon einen Zugangsschlüssel {name}',
  'limit of {count} access keys of one user reached: remove one first':
    'höchstens {count} Zugangsschlüssel je Benutzer: zuerst einen entziehen',
  '/expires is in the past': 'Das Ende liegt in der Vergangenheit.',
  'an access key confirms nothing: give your password or your API key':
    'Ein Zugangsschlüssel bestätigt nichts: Geben Sie Ihr Passwort oder Ihren API-Schlüssel ein.',
  'the clock shows {time}, {why}: {advice}': 'die Uhr zeigt {time}, {why}: {advice}',
  'set it: connect the gateway to a network with time servers, fit a battery-backed clock, or run `date -s` as root':
    'die Uhr stellen: das Gateway mit einem Netz mit Zeitservern verbinden, eine Batterieuhr einbauen oder `date -s` als root ausführen',
  'if the clock is right, run `waypost clock accept`; else set it: connect the gateway to a network with time servers, or run `date -s` as root':
    'wenn die Uhr stimmt, `waypost clock accept` ausführen; sonst die Uhr stellen: das Gateway mit einem Netz mit Zeitservern verbinden oder `date -s` als root ausführen',
  'but this program was built on {time}': 'aber dieses Programm wurde am {time} erstellt',
  'but trackers report the GNSS time {time}': 'aber Tracker melden die GNSS-Zeit {time}',
  'but the newest stored time is {time}': 'aber die neueste gespeicherte Zeit ist {time}',
  'it was behind the newest stored time and has not been set since':
    'sie ging gegenüber der neuesten gespeicherten Zeit nach und wurde seither nicht gestellt',
  'nothing reports whether time servers synchronize the system clock':
    'nichts meldet, ob Zeitserver die Systemuhr synchronisieren',
  'time servers synchronize the system clock': 'Zeitserver synchronisieren die Systemuhr',
  'no time server synchronizes the system clock': 'kein Zeitserver synchronisiert die Systemuhr',
  'three consecutive fixes agree on {time}': 'drei Positionen in Folge ergeben {time}',
  'no tracker reports satellite time, or the trackers disagree':
    'kein Tracker meldet Satellitenzeit, oder die Tracker sind sich nicht einig',
  'the battery-backed clock reads {time}': 'die Batterieuhr zeigt {time}',
  'no battery-backed clock runs': 'keine Batterieuhr läuft',
  'the newest entry is from {time}': 'der neueste Eintrag ist vom {time}',
  'nothing is stored yet': 'noch nichts ist gespeichert',
  'Waypost was built on {time}': 'Waypost wurde am {time} erstellt',
  // store
  'the disk is full': 'der Datenträger ist voll',
  'the disk is full (quota)': 'der Datenträger ist voll (Quota)',
  'the disk is full (quota, EDQUOT)': 'der Datenträger ist voll (Quota, EDQUOT)',
  'the disk is read-only, as a worn card becomes':
    'der Datenträger ist schreibgeschützt, wie es eine verschlissene Karte wird',
  'the disk is failing': 'der Datenträger ist defekt',
  'the disk is too slow: try again': 'der Datenträger ist zu langsam: erneut versuchen',
  'the store cannot write at present: try again': 'der Speicher kann gerade nicht schreiben: erneut versuchen',
  'entry {number} is missing': 'Eintrag {number} fehlt',
  'entries {from} to {to} are missing': 'die Einträge {from} bis {to} fehlen',
  '{file}: bytes {from} to {to} are damaged{copy}': '{file}: Bytes {from} bis {to} sind beschädigt{copy}',
  ', saved as {file}': ', gesichert als {file}',
  ', and could not be saved': ', und konnten nicht gesichert werden',
  '{file} was damaged, saved as {copy}: every user has to sign in again':
    '{file} war beschädigt, gesichert als {copy}: alle müssen sich neu anmelden',
  '{file} was damaged: set these again if they had a secret: {secrets}; then remove {copies}':
    '{file} war beschädigt: diese neu setzen, falls sie ein Geheimnis hatten: {secrets}; danach {copies} löschen',
  '{file} is damaged and could not be set aside ({reason}): every user has to sign in again after each start':
    '{file} ist beschädigt und ließ sich nicht beiseitelegen ({reason}): nach jedem Start müssen sich alle neu anmelden',
  '{folder} was in use before, but its log is gone: restore a backup':
    '{folder} war schon in Gebrauch, aber das Log fehlt: eine Sicherung einspielen',
  'the data folder {folder} is gone: mount its disk again, or restore a backup; then restart the gateway':
    'der Datenordner {folder} ist weg: den Datenträger wieder einhängen oder eine Sicherung einspielen; danach das Gateway neu starten',
  'the store is closed': 'der Speicher ist geschlossen',
  // email
  'the gateway tries again later': 'das Gateway versucht es später erneut',
  'the gateway stopped': 'das Gateway wurde beendet',
  'mail server {server} not found: {reply}': 'Mailserver {server} nicht gefunden: {reply}',
  'the certificate of {server} is not trusted: {reply}': 'dem Zertifikat von {server} wird nicht vertraut: {reply}',
  '{server} rejects the connection: {reply}': '{server} weist die Verbindung ab: {reply}',
  '{server} offers no TLS (STARTTLS): {reply}': '{server} bietet kein TLS (STARTTLS): {reply}',
  'the TLS handshake with {server} failed: {reply}': 'der TLS-Handshake mit {server} schlug fehl: {reply}',
  '{server} is unreachable: {reply}': '{server} ist nicht erreichbar: {reply}',
  '{server} sent no greeting: {reply}': '{server} sendete keine Begrüßung: {reply}',
  'cannot sign in to {server} as {user}: {reply}': 'Anmeldung bei {server} als {user} nicht möglich: {reply}',
  '{server} rejects the user {user}: {reply}': '{server} weist den Benutzer {user} ab: {reply}',
  '{server} rejects mail to {to}: {reply}': '{server} weist Mail an {to} ab: {reply}',
  '{server} rejects mail from {from}: {reply}': '{server} weist Mail von {from} ab: {reply}',
  '{server} rejects the text: {reply}': '{server} weist den Text ab: {reply}',
  'the reply states the reason': 'die Antwort nennt den Grund',
  'the text was sent to {server}, but it is unknown whether it was accepted: {reply}':
    'der Text wurde an {server} gesendet, aber ob er angenommen wurde, ist nicht bekannt: {reply}',
  'ask the recipient before you send it again': 'vor erneutem Senden den Empfänger fragen',
  'check the address': 'die Adresse prüfen',
  'a sending limit of {server} is reached: {reply}': 'ein Sendelimit von {server} ist erreicht: {reply}',
  '{server} takes no mail from this gateway: {reply}': '{server} nimmt von diesem Gateway keine Mails an: {reply}',
  'ask its operator': 'den Betreiber des Servers fragen',
  "check {host}, {port} and the gateway's network connection":
    '{host}, {port} und die Netzverbindung des Gateways prüfen',
  'email is off': 'E-Mail ist ausgeschaltet',
  'email has no sender': 'E-Mail hat keinen Absender',
  // SMS
  'the network rejects the SIM': 'das Netz weist die SIM ab',
  'ask the operator whether it is active': 'beim Betreiber fragen, ob sie aktiv ist',
  'the modem is not registered with a network yet': 'das Modem ist noch in keinem Netz angemeldet',
  'check the antenna if this lasts': 'die Antenne prüfen, falls das anhält',
  'the modem does not respond': 'das Modem antwortet nicht',
  'the modem sent an unexpected response': 'das Modem hat unerwartet geantwortet',
  'the modem replied {text}': 'das Modem antwortete {text}',
  'switch its power off and on, and check its cable': 'aus- und wieder einschalten und das Kabel prüfen',
  'the text was handed over, but {problem}': 'der Text wurde übergeben, aber {problem}',
  'the SIM requires its PIN': 'die SIM verlangt ihre PIN',
  'set {key}, 4 to 8 digits': '{key} setzen, 4 bis 8 Ziffern',
  'no SIM in the modem': 'keine SIM im Modem',
  'insert one': 'eine einlegen',
  'no SIM in the modem: insert one': 'keine SIM im Modem: eine einlegen',
  'the SIM does not become ready': 'die SIM wird nicht bereit',
  'insert it again, or replace it': 'neu einlegen oder ersetzen',
  'unlock it in a telephone': 'in einem Telefon entsperren',
  'the network is congested': 'das Netz ist überlastet',
  'the network is out of order': 'das Netz ist gestört',
  'the network did not respond in time': 'das Netz antwortete nicht rechtzeitig',
  'the network does not know the SIM of this gateway: ask the operator whether it is active':
    'das Netz kennt die SIM dieses Gateways nicht: beim Betreiber fragen, ob sie aktiv ist',
  'the network rejects SMS of this SIM: ask the operator, and check its credit':
    'das Netz weist SMS dieser SIM ab: beim Betreiber fragen und das Guthaben prüfen',
  'the number of the message center is unknown: set {key}':
    'die Nummer der Kurzmitteilungszentrale ist unbekannt: {key} setzen',
  'the number is not assigned: correct it': 'die Nummer ist nicht vergeben: korrigieren',
  'the operator bars this SIM: ask the operator': 'der Betreiber sperrt diese SIM: beim Betreiber fragen',
  'the contract does not include SMS: ask the operator': 'der Vertrag enthält keine SMS: beim Betreiber fragen',
  // outbox
  'not sent in time: {reason}': 'nicht rechtzeitig gesendet: {reason}',
  'the gateway stopped while sending it: it may have been sent':
    'das Gateway wurde beim Senden beendet: Vielleicht wurde sie gesendet',
  // API
  'requires privilege {privilege}': 'erfordert das Recht {privilege}',
  'device {id} not found': 'Gerät {id} nicht gefunden',
  'alert {id} not found': 'Alarm {id} nicht gefunden',
  'user {id} not found': 'Benutzer {id} nicht gefunden',
  'group {id} not found': 'Gruppe {id} nicht gefunden',
  'unknown device {id} not found': 'unbekanntes Gerät {id} nicht gefunden',
  'port {path} not found: {advice}': 'Port {path} nicht gefunden: {advice}',
  'device {id} already exists': 'Gerät {id} gibt es bereits',
  'device {id} has expired': 'Gerät {id} ist abgelaufen',
  'all {count} licenses are in use: let a device expire, or raise licenses.total':
    'alle {count} Lizenzen sind belegt: ein Gerät ablaufen lassen oder licenses.total erhöhen',
  'too many failed sign-ins: try again in {seconds} s':
    'zu viele fehlgeschlagene Anmeldungen: in {seconds} s erneut versuchen',
  'wrong user name or API key': 'Benutzername oder API-Schlüssel ist falsch',
  'wrong user name or password': 'Benutzername oder Passwort ist falsch',
  'wrong, used or expired link': 'Link ist falsch, benutzt oder abgelaufen',
  'session {id} not found': 'Sitzung {id} nicht gefunden',
  'display {id} not found': 'Bildschirm {id} nicht gefunden',
  'the body is too large: at most {bytes} bytes': 'zu viele Daten: höchstens {bytes} Bytes',
  'the gateway is reading too many large bodies: send it again later, or in smaller parts':
    'das Gateway liest zu viele große Sendungen: später oder in kleineren Teilen erneut senden',
  'the gateway holds too many large answers that are not read yet: ask again later, or for less':
    'das Gateway hält zu viele große Antworten, die noch nicht gelesen sind: später erneut oder weniger anfragen',
  'limit of {count} event streams reached: end one first':
    'Limit von {count} Ereignisströmen erreicht: zuerst einen beenden',
  'limit of {count} streams of port lines reached: end one first':
    'Limit von {count} Strömen von Portzeilen erreicht: zuerst einen beenden',
  '{fields} are empty: add at least one recipient': '{fields} sind leer: mindestens einen Empfänger angeben',
  '{name} is already in provisioning': '{name} ist bereits in Einrichtung',
  // provisioning
  'all ports are done': 'alle Ports sind fertig',
  'time limit reached': 'Zeitlimit erreicht',
  'the gateway stops': 'das Gateway wird beendet',
  '{name} ended it': '{name} hat sie beendet',
  'provisioning has ended': 'die Einrichtung ist beendet',
  'its time limit passed while the gateway was stopped': 'ihr Zeitlimit verstrich, während das Gateway nicht lief',
  'the gateway restarted, and its secrets are not stored':
    'das Gateway startete neu, und ihre Geheimnisse werden nicht gespeichert',
  '{name} may no longer provision: another user must put the port into provisioning':
    '{name} darf nicht mehr einrichten: Ein anderer Benutzer muss den Port in Einrichtung nehmen',
  '{path} was lost{reason}: plug the tracker in again': '{path} ging verloren{reason}: den Tracker wieder anschließen',
  '{path} is not open: plug the tracker in': '{path} ist nicht offen: den Tracker anschließen',
  'internal error: {detail}': 'interner Fehler: {detail}',
  'the tracker reports as {ownId} and cannot become {id}: use its own id, or none':
    'der Tracker meldet sich als {ownId} und kann nicht {id} werden: seine eigene Id angeben oder keine',
  'the tracker has no id yet: {fix}': 'der Tracker hat noch keine Id: {fix}',
  '{id} is not a valid device id: {fix}': '{id} ist keine gültige Geräte-Id: {fix}',
  'set deviceId in the template, or add a column id to the list of units':
    'deviceId in der Vorlage setzen oder in der Liste der Tracker eine Spalte id ergänzen',
  'this is {tracker}, but the receipt is for {other}: plug that tracker in':
    'das ist {tracker}, aber der Beleg ist für {other}: diesen Tracker anschließen',
  'the tracker accepted the settings but has others: {settings}: request values that its firmware allows':
    'der Tracker nahm die Einstellungen an, hat aber andere: {settings}: Werte verlangen, die seine Firmware erlaubt',
  '{tracker} was replaced by {other} before it was finished: plug it in again':
    '{tracker} wurde durch {other} ersetzt, bevor er fertig war: ihn wieder anschließen',
  '{message}. The tracker may be partly configured: plug it into a port in provisioning again, and the gateway completes or reverts it':
    '{message}. Der Tracker ist vielleicht nur teilweise eingerichtet: ihn wieder an einen Port in Einrichtung anschließen, und das Gateway schließt sie ab oder macht sie rückgängig',
  '{model} with firmware {firmware} does not report {settings}: remove it from the template':
    '{model} mit Firmware {firmware} meldet {settings} nicht: aus der Vorlage entfernen',
  'a {otherProtocol} tracker is on this port, but the template is for {protocol}: plug in another tracker, or choose another template':
    'an diesem Port ist ein Tracker für {otherProtocol}, die Vorlage ist aber für {protocol}: einen anderen Tracker anschließen oder eine andere Vorlage wählen',
  'line {line}, column {column}: {problem}': 'Zeile {line}, Spalte {column}: {problem}',
  'line {line}: {problem}': 'Zeile {line}: {problem}',
  'leave the list of units out: an undo uses none':
    'die Liste der Tracker weglassen: ein Rückgängigmachen braucht keine',
  'no rows below the titles': 'keine Zeilen unter den Überschriften',
  'more than {count} rows: split the list': 'mehr als {count} Zeilen: die Liste aufteilen',
  'a quotation mark is never closed': 'ein Anführungszeichen wird nie geschlossen',
  'text after a closing quotation mark: double each quotation mark inside of a cell':
    'Text nach einem schließenden Anführungszeichen: jedes Anführungszeichen in einer Zelle verdoppeln',
  'a character was damaged: save the list as CSV in UTF-8':
    'ein Zeichen ist beschädigt: die Liste als CSV in UTF-8 speichern',
  'a cell without a title: add a title, or put cells with a separator in quotation marks':
    'eine Zelle ohne Überschrift: eine ergänzen oder Zellen mit Trennzeichen in Anführungszeichen setzen',
  'column {title} is not used: use one of {names}':
    'die Spalte {title} wird nicht verwendet: eine von {names} verwenden',
  'column {title} is not used: did you mean {name}? Use one of {names}':
    'die Spalte {title} wird nicht verwendet: ist {name} gemeint? Eine von {names} verwenden',
  'the columns {title} and {other} are both {name}: remove one':
    'die Spalten {title} und {other} sind beide {name}: eine davon entfernen',
  'a spreadsheet has shortened or reformatted the number {value}: format the column as text and enter it again':
    'eine Tabellenkalkulation hat die Nummer {value} gekürzt oder umformatiert: die Spalte als Text formatieren und die Nummer neu eingeben',
  '{value} is not an id: an id has 1 to 64 letters, digits and . _ : -':
    '{value} ist keine Id: Eine Id hat 1 bis 64 Buchstaben, Ziffern und . _ : -',
  'no identity: a list with identities is not assigned in order':
    'keine identity: Eine Liste mit identity wird nicht der Reihe nach vergeben',
  '{value} is also in {where}: remove one of the two': '{value} steht auch in {where}: eines der beiden entfernen',
  'pattern {pattern}: {missing} has no value: fill in a column {name} of the list of units':
    'Muster {pattern}: {missing} hat keinen Wert: eine Spalte {name} der Liste der Tracker ausfüllen',
  'the list of units has no row for {tracker}: add one with this identity':
    'die Liste der Tracker hat keine Zeile für {tracker}: eine mit dieser identity ergänzen',
  'all {count} rows of the list of units are used: add more':
    'alle {count} Zeilen der Liste der Tracker sind verbraucht: weitere ergänzen',
  '{id} is on {port} and on {path}: two trackers cannot have the same id, so unplug one of them':
    '{id} ist an {port} und an {path}: Zwei Tracker können nicht dieselbe Id haben, daher einen davon abziehen',
  'group {group} of the template not found: change the template':
    'Gruppe {group} der Vorlage nicht gefunden: die Vorlage ändern',
  '{path} is configured for {baud} baud, but the tracker would change to {rate}: {fix}':
    '{path} ist auf {baud} Baud eingestellt, aber der Tracker würde auf {rate} wechseln: {fix}',
  'remove the baud rate from the template, or baudRate from serial.ports':
    'die Baudrate aus der Vorlage oder baudRate aus serial.ports entfernen',
  'the store cannot write: {detail}': 'der Speicher kann nicht schreiben: {detail}',
};
