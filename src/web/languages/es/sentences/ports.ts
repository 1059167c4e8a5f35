import type { Sentences } from '../../translations.js';

export const ports: Sentences<'ports'> = {
  // serial ports
  'no such device: plug it in, or correct the path': 'no existe el dispositivo: conéctelo o corrija la ruta',
  'in use by another program (Cannot lock port): stop that program, or use another port':
    'en uso por otro programa (Cannot lock port): cierre ese programa o use otro puerto',
  'permission denied: add the user that runs Waypost to the group dialout, and start Waypost again':
    'permiso denegado: añada el usuario que ejecuta Waypost al grupo dialout y reinicie Waypost',
  'not a serial port: correct the path': 'no es un puerto serie: corrija la ruta',
  'probably in use by {holders} (Cannot lock port): {advice}': 'probablemente en uso por {holders}: {advice}',
  'in use by {holders} (Cannot lock port): {advice}': 'en uso por {holders}: {advice}',
  '{holder} also reads this port, and each program receives a part of the data: {advice}':
    '{holder} también lee este puerto y cada programa recibe solo una parte de los datos: {advice}',
  'it probes every new port for a modem: sudo systemctl disable --now ModemManager, or a udev rule for this device with ENV{ID_MM_DEVICE_IGNORE}="1"':
    'busca un módem en cada puerto nuevo: sudo systemctl disable --now ModemManager, o una regla de udev para este dispositivo con ENV{ID_MM_DEVICE_IGNORE}="1"',
  'sudo systemctl disable --now gpsd.socket gpsd, or remove the device from DEVICES and set USBAUTO="false" in /etc/default/gpsd':
    'sudo systemctl disable --now gpsd.socket gpsd, o quite el dispositivo de DEVICES y ponga USBAUTO="false" en /etc/default/gpsd',
  'it offers a login on this port: sudo systemctl disable --now serial-getty@{port}, and remove its console= from the kernel command line (raspi-config: no login shell over serial)':
    'ofrece un inicio de sesión en este puerto: sudo systemctl disable --now serial-getty@{port}, y quite su console= de la línea de arranque del núcleo (raspi-config: sin consola por el puerto serie)',
  'it uses the port for a Braille display: sudo systemctl mask --now brltty brltty-udev':
    'usa el puerto para una pantalla Braille: sudo systemctl mask --now brltty brltty-udev',
  'another Waypost: stop it (sudo systemctl stop waypost), or remove the port from one of the configurations':
    'es otro Waypost: deténgalo (sudo systemctl stop waypost) o quite el puerto de una de las configuraciones',
  'close that program': 'cierre ese programa',
  'stop that program (ps -fp {pid} shows it), or use another port':
    'cierre ese programa (ps -fp {pid} lo muestra) o use otro puerto',
  'no data for {seconds} s, after gaps of at most {max} s before: check that the tracker is on and its cable is connected':
    'sin datos desde hace {seconds} s, tras pausas de {max} s como máximo: compruebe que el localizador está encendido y conectado',
  'detecting the protocol: no known protocol received yet':
    'detectando el protocolo: aún no se ha recibido ninguno conocido',
  '{protocol} has no device id: set deviceId for this port in serial.ports':
    '{protocol} no lleva id de dispositivo: ponga deviceId para este puerto en serial.ports',
  '{path} has two trackers, {one} and {other}: their data is stored under these ids and not for {device}; {fix}':
    '{path} tiene dos localizadores, {one} y {other}: sus datos se guardan con estos id y no para {device}; {fix}',
  'remove deviceId of this port from serial.ports, or restart the gateway if the tracker was replaced':
    'quite deviceId de este puerto en serial.ports, o reinicie la pasarela si se cambió el localizador',
  'the u-blox receiver does not send NAV-PVT: switch it on, which provisioning can do':
    'el receptor u-blox no envía NAV-PVT: actívelo, lo que hace la preparación',
  'the u-blox receiver sends positions without a date: switch on NAV-PVT, which provisioning can do, or NAV-TIMEUTC':
    'el receptor u-blox envía posiciones sin fecha: active NAV-PVT, lo que hace la preparación, o NAV-TIMEUTC',
  "the clock of the receiver of {device} shows {time}: its records are dated by the gateway's clock; update or replace the receiver, or set the gateway's clock if that is wrong":
    'el reloj del receptor de {device} marca {time}: sus datos llevan la hora de la pasarela; actualice o cambie el receptor, o ponga en hora la pasarela si es ella la que se equivoca',
  'the receiver sends positions without a date: switch on RMC or ZDA':
    'el receptor envía posiciones sin fecha: active RMC o ZDA',
  'the u-blox receiver has no satellite fix: check the antenna and its view of the sky':
    'el receptor u-blox no tiene posición por satélite: compruebe la antena y su vista del cielo',
  'the message has no device id, and {port} is not bound to a device':
    'el mensaje no lleva id de dispositivo y {port} no está asignado a ninguno',
  'the device does not read what the gateway sends': 'el dispositivo no lee lo que envía la pasarela',
  'the device went away': 'el dispositivo desapareció',
  'the device went away ({detail})': 'el dispositivo desapareció ({detail})',
  'probably in use by {holders}: {advice}': 'probablemente en uso por {holders}: {advice}',
  'in use by {holders}: {advice}': 'en uso por {holders}: {advice}',
  // settings of a port
  '{path} is set by {key} in the configuration: change it there and restart the gateway':
    '{path} está fijado por {key} en la configuración: cámbielo allí y reinicie la pasarela',
  '{path} is set by the configuration: change serial.ports and restart the gateway':
    '{path} está fijado por la configuración: cambie serial.ports y reinicie la pasarela',
  '{path} was found by serial.scan: disable the port, or switch the scan off':
    '{path} se encontró con serial.scan: desactive el puerto o apague la búsqueda',
  '{path} is in provisioning: end the provisioning session first':
    '{path} está en preparación: termine antes la sesión de preparación',
  '{path} is being changed: try again': '{path} se está cambiando: vuelva a intentarlo',
  '{path} is disabled: enable it first': '{path} está desactivado: actívelo antes',
  '{path} is not a serial device: use a name like /dev/ttyUSB0 or one below /dev/serial/by-id, as in GET /api/ports':
    '{path} no es un dispositivo serie: use un nombre como /dev/ttyUSB0 o uno de /dev/serial/by-id',
  '{path} is the SMS modem: use another port, or change notifications.sms.path':
    '{path} es el módem de SMS: use otro puerto o cambie notifications.sms.path',
  '{path} is already used as {other}: change that port instead':
    '{path} ya se usa como {other}: cambie ese puerto en su lugar',
  'ports on the network require privilege admin': 'los puertos de red requieren el permiso admin',
  '{field} is missing: {protocol} has no device id': '{field} falta: {protocol} no lleva id de dispositivo',
  '{field} must be left out: {protocol} has many devices, each with its own id':
    '{field} debe quedar vacío: {protocol} tiene muchos dispositivos, cada uno con su id',
  '{field} must be left out: {protocol} acknowledges every record, so every record is stored':
    '{field} debe quedar vacío: {protocol} confirma cada registro, así que se guardan todos',
  // network ports
  '{host} is unreachable: correct the address, or check network and power':
    '{host} no está accesible: corrija la dirección o revise la red y la alimentación',
  'host {host} not found: correct the name, or use its address':
    'no se encuentra {host}: corrija el nombre o use su dirección',
  '{host} refuses connections on port {port}: correct the port, start the service on it, or, if it accepts only one client, disconnect the other one':
    '{host} rechaza conexiones en el puerto {port}: corrija el puerto, inicie su servicio o, si admite un solo cliente, desconecte el otro',
  '{host} closes the connection at once: it may serve another client':
    '{host} cierra la conexión al momento: quizá atiende a otro cliente',
  '{host} does not respond within 5 s: correct the address, or check network and power':
    '{host} no responde en 5 s: corrija la dirección o revise la red y la alimentación',
  'the name server does not respond, so {host} cannot be resolved: use its address':
    'el servidor de nombres no responde y no se encuentra {host}: use su dirección',
  'the device server closed the connection': 'el servidor de puertos cerró la conexión',
  'the device server reset the connection': 'el servidor de puertos cortó la conexión',
  'the device server no longer responds: check network and power':
    'el servidor de puertos ya no responde: revise la red y la alimentación',
  'the connection to the device server was lost ({detail})':
    'se perdió la conexión con el servidor de puertos ({detail})',
  // listeners
  'port {port} is in use by another program (find it with: sudo ss -ln{option}p): stop it, or choose another port':
    'el puerto {port} está en uso por otro programa (búsquelo con: sudo ss -ln{option}p): ciérrelo o elija otro puerto',
  '{host} is not an address of this machine: correct host; 0.0.0.0 listens on all':
    '{host} no es una dirección de esta máquina: corrija host; 0.0.0.0 escucha en todas',
  'no permission to listen on port {port}: choose a port of 1024 or higher':
    'sin permiso para escuchar en el puerto {port}: elija un puerto a partir de 1024',
  'this machine has no IPv6: use an IPv4 address as host':
    'esta máquina no tiene IPv6: use una dirección IPv4 como host',
  'device {id} reports from {one} and {other}: both are stored; find out which is the tracker':
    'el dispositivo {id} informa desde {one} y {other}: se guardan ambos; averigüe cuál es el localizador',
};
