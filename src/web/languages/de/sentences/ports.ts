import type { Sentences } from '../../translations.js';

export const ports: Sentences<'ports'> = {
  // serial ports
  'no such device: plug it in, or correct the path': 'kein solches Gerät: anschließen oder den Pfad korrigieren',
  'in use by another program (Cannot lock port): stop that program, or use another port':
    'von einem anderen Programm belegt (Cannot lock port): dieses Programm beenden oder einen anderen Port benutzen',
  'permission denied: add the user that runs Waypost to the group dialout, and start Waypost again':
    'keine Berechtigung: den Benutzer, der Waypost ausführt, in die Gruppe dialout aufnehmen und Waypost neu starten',
  'not a serial port: correct the path': 'kein serieller Port: den Pfad korrigieren',
  'probably in use by {holders} (Cannot lock port): {advice}':
    'vermutlich belegt von {holders} (Cannot lock port): {advice}',
  'in use by {holders} (Cannot lock port): {advice}': 'belegt von {holders} (Cannot lock port): {advice}',
  '{holder} also reads this port, and each program receives a part of the data: {advice}':
    '{holder} liest diesen Port auch, und jedes Programm erhält nur einen Teil der Daten: {advice}',
  'it probes every new port for a modem: sudo systemctl disable --now ModemManager, or a udev rule for this device with ENV{ID_MM_DEVICE_IGNORE}="1"':
    'es sucht an jedem neuen Port ein Modem: sudo systemctl disable --now ModemManager, oder eine udev-Regel für dieses Gerät mit ENV{ID_MM_DEVICE_IGNORE}="1"',
  'sudo systemctl disable --now gpsd.socket gpsd, or remove the device from DEVICES and set USBAUTO="false" in /etc/default/gpsd':
    'sudo systemctl disable --now gpsd.socket gpsd, oder das Gerät aus DEVICES entfernen und USBAUTO="false" in /etc/default/gpsd setzen',
  'it offers a login on this port: sudo systemctl disable --now serial-getty@{port}, and remove its console= from the kernel command line (raspi-config: no login shell over serial)':
    'es bietet an diesem Port eine Anmeldung an: sudo systemctl disable --now serial-getty@{port}, und sein console= aus der Kernel-Befehlszeile entfernen (raspi-config: keine Login-Shell über die serielle Schnittstelle)',
  'it uses the port for a Braille display: sudo systemctl mask --now brltty brltty-udev':
    'es benutzt den Port für eine Braillezeile: sudo systemctl mask --now brltty brltty-udev',
  'another Waypost: stop it (sudo systemctl stop waypost), or remove the port from one of the configurations':
    'ein anderes Waypost: anhalten (sudo systemctl stop waypost) oder den Port aus einer der Konfigurationen entfernen',
  'close that program': 'dieses Programm schließen',
  'stop that program (ps -fp {pid} shows it), or use another port':
    'dieses Programm beenden (ps -fp {pid} zeigt es) oder einen anderen Port benutzen',
  'no data for {seconds} s, after gaps of at most {max} s before: check that the tracker is on and its cable is connected':
    'keine Daten seit {seconds} s, nach bisherigen Lücken von höchstens {max} s: prüfen, ob der Tracker eingeschaltet und sein Kabel angeschlossen ist',
  'detecting the protocol: no known protocol received yet': 'Protokoll wird erkannt: noch kein bekanntes empfangen',
  '{protocol} has no device id: set deviceId for this port in serial.ports':
    '{protocol} hat keine Geräte-Id: deviceId für diesen Port in serial.ports setzen',
  '{path} has two trackers, {one} and {other}: their data is stored under these ids and not for {device}; {fix}':
    '{path} hat zwei Tracker, {one} und {other}: Ihre Daten werden unter diesen Ids gespeichert und nicht für {device}; {fix}',
  'remove deviceId of this port from serial.ports, or restart the gateway if the tracker was replaced':
    'deviceId dieses Ports aus serial.ports entfernen oder, wenn der Tracker ersetzt wurde, das Gateway neu starten',
  'the u-blox receiver does not send NAV-PVT: switch it on, which provisioning can do':
    'der u-blox-Empfänger sendet kein NAV-PVT: einschalten, was die Einrichtung kann',
  'the u-blox receiver sends positions without a date: switch on NAV-PVT, which provisioning can do, or NAV-TIMEUTC':
    'der u-blox-Empfänger sendet Positionen ohne Datum: NAV-PVT einschalten, was die Einrichtung kann, oder NAV-TIMEUTC',
  "the clock of the receiver of {device} shows {time}: its records are dated by the gateway's clock; update or replace the receiver, or set the gateway's clock if that is wrong":
    'die Uhr des Empfängers von {device} zeigt {time}: seine Daten bekommen die Zeit des Gateways; den Empfänger aktualisieren oder ersetzen, oder die Uhr des Gateways stellen, falls sie falsch geht',
  'the receiver sends positions without a date: switch on RMC or ZDA':
    'der Empfänger sendet Positionen ohne Datum: RMC oder ZDA einschalten',
  'the u-blox receiver has no satellite fix: check the antenna and its view of the sky':
    'der u-blox-Empfänger hat keine Satellitenposition: die Antenne und ihre Sicht zum Himmel prüfen',
  'the message has no device id, and {port} is not bound to a device':
    'die Nachricht hat keine Geräte-Id, und {port} ist an kein Gerät gebunden',
  'the device does not read what the gateway sends': 'das Gerät liest nicht, was das Gateway sendet',
  'the device went away': 'das Gerät ist verschwunden',
  'the device went away ({detail})': 'das Gerät ist verschwunden ({detail})',
  'probably in use by {holders}: {advice}': 'vermutlich belegt von {holders}: {advice}',
  'in use by {holders}: {advice}': 'belegt von {holders}: {advice}',
  // settings of a port
  '{path} is set by {key} in the configuration: change it there and restart the gateway':
    '{path} ist durch {key} in der Konfiguration festgelegt: dort ändern und das Gateway neu starten',
  '{path} is set by the configuration: change serial.ports and restart the gateway':
    '{path} ist durch die Konfiguration festgelegt: serial.ports ändern und das Gateway neu starten',
  '{path} was found by serial.scan: disable the port, or switch the scan off':
    '{path} wurde von serial.scan gefunden: den Port deaktivieren oder die Suche ausschalten',
  '{path} is in provisioning: end the provisioning session first':
    '{path} ist in Einrichtung: zuerst die Einrichtung beenden',
  '{path} is being changed: try again': '{path} wird gerade geändert: erneut versuchen',
  '{path} is disabled: enable it first': '{path} ist deaktiviert: zuerst aktivieren',
  '{path} is not a serial device: use a name like /dev/ttyUSB0 or one below /dev/serial/by-id, as in GET /api/ports':
    '{path} ist kein serielles Gerät: einen Namen wie /dev/ttyUSB0 oder einen unter /dev/serial/by-id verwenden, wie in GET /api/ports',
  '{path} is the SMS modem: use another port, or change notifications.sms.path':
    '{path} ist das SMS-Modem: einen anderen Port benutzen oder notifications.sms.path ändern',
  '{path} is already used as {other}: change that port instead':
    '{path} wird bereits als {other} benutzt: stattdessen jenen Port ändern',
  'ports on the network require privilege admin': 'Ports im Netz erfordern das Recht admin',
  '{field} is missing: {protocol} has no device id': '{field} fehlt: {protocol} hat keine Geräte-Id',
  '{field} must be left out: {protocol} has many devices, each with its own id':
    '{field} muss wegbleiben: {protocol} hat viele Geräte, jedes mit eigener Id',
  '{field} must be left out: {protocol} acknowledges every record, so every record is stored':
    '{field} muss wegbleiben: {protocol} quittiert jeden Datensatz, also wird jeder gespeichert',
  // network ports
  '{host} is unreachable: correct the address, or check network and power':
    '{host} ist nicht erreichbar: die Adresse korrigieren oder Netz und Stromversorgung prüfen',
  'host {host} not found: correct the name, or use its address':
    'Host {host} nicht gefunden: den Namen korrigieren oder seine Adresse verwenden',
  '{host} refuses connections on port {port}: correct the port, start the service on it, or, if it accepts only one client, disconnect the other one':
    '{host} weist Verbindungen an Port {port} ab: den Port korrigieren, dort den Dienst starten oder, wenn nur ein Client erlaubt ist, den anderen trennen',
  '{host} closes the connection at once: it may serve another client':
    '{host} schließt die Verbindung sofort: Vielleicht bedient es einen anderen Client',
  '{host} does not respond within 5 s: correct the address, or check network and power':
    '{host} antwortet nicht innerhalb von 5 s: die Adresse korrigieren oder Netz und Stromversorgung prüfen',
  'the name server does not respond, so {host} cannot be resolved: use its address':
    'der Nameserver antwortet nicht, daher lässt sich {host} nicht auflösen: seine Adresse verwenden',
  'the device server closed the connection': 'der Geräteserver hat die Verbindung geschlossen',
  'the device server reset the connection': 'der Geräteserver hat die Verbindung zurückgesetzt',
  'the device server no longer responds: check network and power':
    'der Geräteserver antwortet nicht mehr: Netz und Stromversorgung prüfen',
  'the connection to the device server was lost ({detail})': 'die Verbindung zum Geräteserver ging verloren ({detail})',
  // listeners
  'port {port} is in use by another program (find it with: sudo ss -ln{option}p): stop it, or choose another port':
    'Port {port} ist von einem anderen Programm belegt (zu finden mit: sudo ss -ln{option}p): dieses beenden oder einen anderen Port wählen',
  '{host} is not an address of this machine: correct host; 0.0.0.0 listens on all':
    '{host} ist keine Adresse dieses Rechners: host korrigieren; 0.0.0.0 gilt für alle',
  'no permission to listen on port {port}: choose a port of 1024 or higher':
    'keine Berechtigung für Port {port}: einen Port ab 1024 wählen',
  'this machine has no IPv6: use an IPv4 address as host':
    'dieser Rechner hat kein IPv6: eine IPv4-Adresse als host verwenden',
  'device {id} reports from {one} and {other}: both are stored; find out which is the tracker':
    'Gerät {id} meldet sich von {one} und {other}: Beide werden gespeichert; herausfinden, welches der Tracker ist',
};
