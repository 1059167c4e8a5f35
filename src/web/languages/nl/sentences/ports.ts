import type { Sentences } from '../../translations.js';

export const ports: Sentences<'ports'> = {
  // serial ports
  'no such device: plug it in, or correct the path': 'apparaat niet aanwezig: sluit het aan of corrigeer het pad',
  'in use by another program (Cannot lock port): stop that program, or use another port':
    'in gebruik door een ander programma (Cannot lock port): stop dat programma of gebruik een andere poort',
  'permission denied: add the user that runs Waypost to the group dialout, and start Waypost again':
    'geen toegang: voeg de gebruiker die Waypost uitvoert toe aan de groep dialout en start Waypost opnieuw',
  'not a serial port: correct the path': 'geen seriële poort: corrigeer het pad',
  'probably in use by {holders} (Cannot lock port): {advice}':
    'waarschijnlijk in gebruik door {holders} (Cannot lock port): {advice}',
  'in use by {holders} (Cannot lock port): {advice}': 'in gebruik door {holders} (Cannot lock port): {advice}',
  '{holder} also reads this port, and each program receives a part of the data: {advice}':
    '{holder} leest deze poort ook, en elk programma ontvangt maar een deel van de gegevens: {advice}',
  'it probes every new port for a modem: sudo systemctl disable --now ModemManager, or a udev rule for this device with ENV{ID_MM_DEVICE_IGNORE}="1"':
    'het zoekt op elke nieuwe poort een modem: sudo systemctl disable --now ModemManager, of een udev-regel voor dit apparaat met ENV{ID_MM_DEVICE_IGNORE}="1"',
  'sudo systemctl disable --now gpsd.socket gpsd, or remove the device from DEVICES and set USBAUTO="false" in /etc/default/gpsd':
    'sudo systemctl disable --now gpsd.socket gpsd, of verwijder het apparaat uit DEVICES en zet USBAUTO="false" in /etc/default/gpsd',
  'it offers a login on this port: sudo systemctl disable --now serial-getty@{port}, and remove its console= from the kernel command line (raspi-config: no login shell over serial)':
    'het biedt op deze poort een aanmelding aan: sudo systemctl disable --now serial-getty@{port}, en verwijder console= van de poort uit de kernelopdrachtregel (raspi-config: geen login-shell via de seriële poort)',
  'it uses the port for a Braille display: sudo systemctl mask --now brltty brltty-udev':
    'het gebruikt de poort voor een brailleleesregel: sudo systemctl mask --now brltty brltty-udev',
  'another Waypost: stop it (sudo systemctl stop waypost), or remove the port from one of the configurations':
    'een andere Waypost: stop die (sudo systemctl stop waypost) of verwijder de poort uit een van de configuraties',
  'close that program': 'sluit dat programma',
  'stop that program (ps -fp {pid} shows it), or use another port':
    'stop dat programma (ps -fp {pid} toont het) of gebruik een andere poort',
  'no data for {seconds} s, after gaps of at most {max} s before: check that the tracker is on and its cable is connected':
    'geen gegevens sinds {seconds} s, na eerdere pauzes van hoogstens {max} s: controleer of de tracker aan staat en de kabel is aangesloten',
  'detecting the protocol: no known protocol received yet':
    'protocol wordt herkend: nog geen bekend protocol ontvangen',
  '{protocol} has no device id: set deviceId for this port in serial.ports':
    '{protocol} heeft geen apparaat-id: stel deviceId voor deze poort in serial.ports in',
  '{path} has two trackers, {one} and {other}: their data is stored under these ids and not for {device}; {fix}':
    '{path} heeft twee trackers, {one} en {other}: hun gegevens worden onder deze id’s opgeslagen en niet voor {device}; {fix}',
  'remove deviceId of this port from serial.ports, or restart the gateway if the tracker was replaced':
    'verwijder deviceId van deze poort uit serial.ports, of herstart de gateway als de tracker is vervangen',
  'the u-blox receiver does not send NAV-PVT: switch it on, which provisioning can do':
    'de u-blox-ontvanger verzendt geen NAV-PVT: schakel het in, wat de inrichting kan',
  'the u-blox receiver sends positions without a date: switch on NAV-PVT, which provisioning can do, or NAV-TIMEUTC':
    'de u-blox-ontvanger verzendt posities zonder datum: schakel NAV-PVT in, wat de inrichting kan, of NAV-TIMEUTC',
  "the clock of the receiver of {device} shows {time}: its records are dated by the gateway's clock; update or replace the receiver, or set the gateway's clock if that is wrong":
    'de klok van de ontvanger van {device} geeft {time} aan: zijn gegevens krijgen de tijd van de gateway; werk de ontvanger bij of vervang hem, of zet de klok van de gateway gelijk als die verkeerd loopt',
  'the receiver sends positions without a date: switch on RMC or ZDA':
    'de ontvanger stuurt posities zonder datum: zet RMC of ZDA aan',
  'the u-blox receiver has no satellite fix: check the antenna and its view of the sky':
    'de u-blox-ontvanger heeft geen satellietpositie: controleer de antenne en haar zicht op de hemel',
  'the message has no device id, and {port} is not bound to a device':
    'het bericht heeft geen apparaat-id, en {port} is niet aan een apparaat gebonden',
  'the device does not read what the gateway sends': 'het apparaat leest niet wat de gateway verzendt',
  'the device went away': 'het apparaat is verdwenen',
  'the device went away ({detail})': 'het apparaat is verdwenen ({detail})',
  'probably in use by {holders}: {advice}': 'waarschijnlijk in gebruik door {holders}: {advice}',
  'in use by {holders}: {advice}': 'in gebruik door {holders}: {advice}',
  // settings of a port
  '{path} is set by {key} in the configuration: change it there and restart the gateway':
    '{path} is vastgelegd door {key} in de configuratie: wijzig het daar en herstart de gateway',
  '{path} is set by the configuration: change serial.ports and restart the gateway':
    '{path} is vastgelegd door de configuratie: wijzig serial.ports en herstart de gateway',
  '{path} was found by serial.scan: disable the port, or switch the scan off':
    '{path} is gevonden door serial.scan: schakel de poort of het zoeken uit',
  '{path} is in provisioning: end the provisioning session first':
    '{path} is in inrichting: beëindig eerst de inrichting',
  '{path} is being changed: try again': '{path} wordt gewijzigd: probeer het opnieuw',
  '{path} is disabled: enable it first': '{path} is uitgeschakeld: schakel de poort eerst in',
  '{path} is not a serial device: use a name like /dev/ttyUSB0 or one below /dev/serial/by-id, as in GET /api/ports':
    '{path} is geen serieel apparaat: gebruik een naam als /dev/ttyUSB0 of een onder /dev/serial/by-id, zoals in GET /api/ports',
  '{path} is the SMS modem: use another port, or change notifications.sms.path':
    '{path} is het sms-modem: gebruik een andere poort of wijzig notifications.sms.path',
  '{path} is already used as {other}: change that port instead':
    '{path} wordt al gebruikt als {other}: wijzig in plaats daarvan die poort',
  'ports on the network require privilege admin': 'poorten op het netwerk vereisen het recht admin',
  '{field} is missing: {protocol} has no device id': '{field} ontbreekt: {protocol} heeft geen apparaat-id',
  '{field} must be left out: {protocol} has many devices, each with its own id':
    '{field} moet worden weggelaten: {protocol} heeft veel apparaten, elk met een eigen id',
  '{field} must be left out: {protocol} acknowledges every record, so every record is stored':
    '{field} moet worden weggelaten: {protocol} bevestigt elk record, dus elk record wordt opgeslagen',
  // network ports
  '{host} is unreachable: correct the address, or check network and power':
    '{host} is onbereikbaar: corrigeer het adres of controleer netwerk en voeding',
  'host {host} not found: correct the name, or use its address':
    'host {host} niet gevonden: corrigeer de naam of gebruik het adres',
  '{host} refuses connections on port {port}: correct the port, start the service on it, or, if it accepts only one client, disconnect the other one':
    '{host} weigert verbindingen op poort {port}: corrigeer de poort, start daar de dienst of verbreek, als er maar één client mag zijn, de andere',
  '{host} closes the connection at once: it may serve another client':
    '{host} sluit de verbinding meteen: misschien bedient het een andere client',
  '{host} does not respond within 5 s: correct the address, or check network and power':
    '{host} antwoordt niet binnen 5 s: corrigeer het adres of controleer netwerk en voeding',
  'the name server does not respond, so {host} cannot be resolved: use its address':
    'de naamserver antwoordt niet, dus {host} kan niet worden gevonden: gebruik het adres',
  'the device server closed the connection': 'de seriële server heeft de verbinding gesloten',
  'the device server reset the connection': 'de seriële server heeft de verbinding verbroken',
  'the device server no longer responds: check network and power':
    'de seriële server antwoordt niet meer: controleer netwerk en voeding',
  'the connection to the device server was lost ({detail})':
    'de verbinding met de seriële server is verloren ({detail})',
  // listeners
  'port {port} is in use by another program (find it with: sudo ss -ln{option}p): stop it, or choose another port':
    'poort {port} is in gebruik door een ander programma (te vinden met: sudo ss -ln{option}p): stop het of kies een andere poort',
  '{host} is not an address of this machine: correct host; 0.0.0.0 listens on all':
    '{host} is geen adres van deze computer: corrigeer host; 0.0.0.0 luistert op alle',
  'no permission to listen on port {port}: choose a port of 1024 or higher':
    'geen toestemming om op poort {port} te luisteren: kies een poort vanaf 1024',
  'this machine has no IPv6: use an IPv4 address as host':
    'deze computer heeft geen IPv6: gebruik een IPv4-adres als host',
  'device {id} reports from {one} and {other}: both are stored; find out which is the tracker':
    'apparaat {id} meldt zich vanaf {one} en {other}: beide worden opgeslagen; zoek uit welke de tracker is',
};
