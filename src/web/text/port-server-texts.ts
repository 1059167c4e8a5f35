/** Spanish for the sentences of the gateway about ports, as in `SERVER_TEXTS`. */
export const PORT_SERVER_TEXTS: readonly (readonly [english: string, spanish: string])[] = [
  // serial ports
  ['no such device: plug it in, or correct the path', 'no existe el dispositivo: conéctelo o corrija la ruta'],
  [
    'in use by another program (Cannot lock port): stop that program, or use another port',
    'en uso por otro programa (Cannot lock port): cierre ese programa o use otro puerto',
  ],
  [
    'permission denied: add the user that runs Waypost to the group dialout, and start Waypost again',
    'permiso denegado: añada el usuario que ejecuta Waypost al grupo dialout y reinicie Waypost',
  ],
  ['not a serial port: correct the path', 'no es un puerto serie: corrija la ruta'],
  ['probably in use by {holders} (Cannot lock port): {advice}', 'probablemente en uso por {holders}: {advice}'],
  ['in use by {holders} (Cannot lock port): {advice}', 'en uso por {holders}: {advice}'],
  [
    '{holder} also reads this port, and each program receives a part of the data: {advice}',
    '{holder} también lee este puerto y cada programa recibe solo una parte de los datos: {advice}',
  ],
  [
    'it probes every new port for a modem: sudo systemctl disable --now ModemManager, or a udev rule for this device with ENV{ID_MM_DEVICE_IGNORE}="1"',
    'busca un módem en cada puerto nuevo: sudo systemctl disable --now ModemManager, o una regla de udev para este dispositivo con ENV{ID_MM_DEVICE_IGNORE}="1"',
  ],
  [
    'sudo systemctl disable --now gpsd.socket gpsd, or remove the device from DEVICES and set USBAUTO="false" in /etc/default/gpsd',
    'sudo systemctl disable --now gpsd.socket gpsd, o quite el dispositivo de DEVICES y ponga USBAUTO="false" en /etc/default/gpsd',
  ],
  [
    'it offers a login on this port: sudo systemctl disable --now serial-getty@{port}, and remove its console= from the kernel command line (raspi-config: no login shell over serial)',
    'ofrece un inicio de sesión en este puerto: sudo systemctl disable --now serial-getty@{port}, y quite su console= de la línea de arranque del núcleo (raspi-config: sin consola por el puerto serie)',
  ],
  [
    'it uses the port for a Braille display: sudo systemctl mask --now brltty brltty-udev',
    'usa el puerto para una pantalla Braille: sudo systemctl mask --now brltty brltty-udev',
  ],
  [
    'another Waypost: stop it (sudo systemctl stop waypost), or remove the port from one of the configurations',
    'es otro Waypost: deténgalo (sudo systemctl stop waypost) o quite el puerto de una de las configuraciones',
  ],
  ['close that program', 'cierre ese programa'],
  [
    'stop that program (ps -fp {pid} shows it), or use another port',
    'cierre ese programa (ps -fp {pid} lo muestra) o use otro puerto',
  ],
  [
    'no data for {seconds} s, after gaps of at most {max} s before: check that the tracker is on and its cable is connected',
    'sin datos desde hace {seconds} s, tras pausas de {max} s como máximo: compruebe que el localizador está encendido y conectado',
  ],
  [
    'detecting the protocol: no known protocol received yet',
    'detectando el protocolo: aún no se ha recibido ninguno conocido',
  ],
  [
    '{protocol} has no device id: set deviceId for this port in serial.ports',
    '{protocol} no lleva id de dispositivo: ponga deviceId para este puerto en serial.ports',
  ],
  [
    'the u-blox receiver does not send NAV-PVT: switch it on, which provisioning can do',
    'el receptor u-blox no envía NAV-PVT: actívelo, lo que hace la preparación',
  ],
  [
    'the u-blox receiver sends positions without a date: switch on NAV-PVT, which provisioning can do, or NAV-TIMEUTC',
    'el receptor u-blox envía posiciones sin fecha: active NAV-PVT, lo que hace la preparación, o NAV-TIMEUTC',
  ],
  [
    'the u-blox receiver has no satellite fix: check the antenna and its view of the sky',
    'el receptor u-blox no tiene posición por satélite: compruebe la antena y su vista del cielo',
  ],
  [
    'the message has no device id, and {port} is not bound to a device',
    'el mensaje no lleva id de dispositivo y {port} no está asignado a ninguno',
  ],
  ['the device does not read what the gateway sends', 'el dispositivo no lee lo que envía la pasarela'],
  ['the device went away', 'el dispositivo desapareció'],
  ['the device went away ({detail})', 'el dispositivo desapareció ({detail})'],
  // network ports
  [
    '{host} is unreachable: correct the address, or check network and power',
    '{host} no está accesible: corrija la dirección o revise la red y la alimentación',
  ],
  [
    'host {host} not found: correct the name, or use its address',
    'no se encuentra {host}: corrija el nombre o use su dirección',
  ],
  [
    '{host} refuses connections on port {port}: correct the port, start the service on it, or, if it accepts only one client, disconnect the other one',
    '{host} rechaza conexiones en el puerto {port}: corrija el puerto, inicie su servicio o, si admite un solo cliente, desconecte el otro',
  ],
  [
    '{host} closes the connection at once: it may serve another client',
    '{host} cierra la conexión al momento: quizá atiende a otro cliente',
  ],
  [
    '{host} does not respond within 5 s: correct the address, or check network and power',
    '{host} no responde en 5 s: corrija la dirección o revise la red y la alimentación',
  ],
  [
    'the name server does not respond, so {host} cannot be resolved: use its address',
    'el servidor de nombres no responde y no se encuentra {host}: use su dirección',
  ],
  ['the device server closed the connection', 'el servidor de puertos cerró la conexión'],
  ['the device server reset the connection', 'el servidor de puertos cortó la conexión'],
  [
    'the device server no longer responds: check network and power',
    'el servidor de puertos ya no responde: revise la red y la alimentación',
  ],
  [
    'the connection to the device server was lost ({detail})',
    'se perdió la conexión con el servidor de puertos ({detail})',
  ],
];
