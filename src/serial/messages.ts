import { defineErrors, defineMessages } from '../messages/define.js';

/** Why a port or listener is not open. */
export const portMessages = defineMessages('port', {
  absent: '{path}: no such device: plug it in, or correct the path',
  inUse: '{path}: in use by {holders} (Cannot lock port): {advice}',
  inUseBySeveral: '{path}: in use by {holders} and {name} (Cannot lock port): {advice}',
  probablyInUse: '{path}: probably in use by {holders} (Cannot lock port): {advice}',
  probablyInUseBySeveral: '{path}: probably in use by {holders} and {name} (Cannot lock port): {advice}',
  inUseByUnknown: '{path}: in use by another program (Cannot lock port): stop that program, or use another port',
  heldBy: '{path}: in use by {holders}: {advice}',
  probablyHeldBy: '{path}: probably in use by {holders}: {advice}',
  noPermission:
    '{path}: permission denied: add the user that runs Waypost to the group dialout, and start Waypost again',
  notSerial: '{path}: not a serial port: correct the path',
  failed: '{path}: {detail}',
  other: '{detail}',
  wentAway: '{path}: the device went away',
  wentAwayBecause: '{path}: the device went away ({detail})',
  notRead: '{path}: the device does not read what the gateway sends',
  closed: '{path}: closed',
  lostSilent:
    '{path}: no data for {seconds} s, after gaps of at most {longest} s before: check that the tracker is on and its cable is connected',
  sameDevice: '{path}: the same device as {name}, which {key} in the configuration sets',
  sameDeviceStored: '{path}: the same device as {name}, which {key} in the configuration sets: remove this port',
});

/** Why a port on the network is not open. */
export const serverMessages = defineMessages('deviceServer', {
  address: '{path}: must be tcp://host:port, with a port from 1 to 65535 and an IPv6 address in brackets',
  unreachable: '{path}: {host} is unreachable: correct the address, or check network and power',
  unknownHost: '{path}: host {host} not found: correct the name, or use its address',
  refuses:
    '{path}: {host} refuses connections on port {port}: correct the port, start the service on it, or, if it accepts only one client, disconnect the other one',
  closesAtOnce: '{path}: {host} closes the connection at once: it may serve another client',
  silent: '{path}: {host} does not respond within 5 s: correct the address, or check network and power',
  noNameServer: '{path}: the name server does not respond, so {host} cannot be resolved: use its address',
  closed: '{path}: the device server closed the connection',
  reset: '{path}: the device server reset the connection',
  stopped: '{path}: the device server no longer responds: check network and power',
  lost: '{path}: the connection to the device server was lost ({detail})',
  isGpsd: '{path}: a gpsd answers here: use gpsd://{server} as the path',
});

export const gpsdMessages = defineMessages('gpsd', {
  noAnswer:
    '{path}: no gpsd answers at {host} on port {port}: correct the address, or use tcp:// if it is a device server',
  readOnly: '{path}: gpsd passes nothing on to its receivers',
  closed: '{path}: gpsd closed the connection',
  reset: '{path}: gpsd reset the connection',
  stopped: '{path}: gpsd no longer responds: check network and power',
  lost: '{path}: the connection to gpsd was lost ({detail})',
});

/** How to free a port from the program that holds it. */
export const holderAdvice = defineMessages('portHolder', {
  modemManager: `it probes every new port for a modem: sudo systemctl disable --now ModemManager, or a udev rule for this device with ENV'{'ID_MM_DEVICE_IGNORE'}'="1"`,
  gpsd: 'sudo systemctl disable --now gpsd.socket gpsd, or remove the device from DEVICES and set USBAUTO="false" in /etc/default/gpsd',
  login:
    'it offers a login on this port: sudo systemctl disable --now serial-getty@{device}, and remove its console= from the kernel command line (raspi-config: no login shell over serial)',
  braille: 'it uses the port for a Braille display: sudo systemctl mask --now brltty brltty-udev',
  waypost: 'another Waypost: stop it (sudo systemctl stop waypost), or remove the port from one of the configurations',
  terminal: 'close that program',
  other: 'stop that program (ps -fp {pid} shows it), or use another port',
});

/** What is wrong with a port or listener that is open. */
export const portNotes = defineMessages('portNote', {
  silent:
    'no data for {seconds} s, after gaps of at most {longest} s before: check that the tracker is on and its cable is connected',
  alsoReadBy: '{holders} also reads this port, and each program receives a part of the data: {advice}',
  detecting: 'detecting the protocol: no known protocol received yet',
  twoTrackers:
    '{path} has two trackers, {one} and {other}: their data is stored under these ids and not for {device}; remove deviceId of this port from serial.ports, or restart the gateway if the tracker was replaced',
  noDeviceId: '{protocol} has no device id: set deviceId for this port in serial.ports',
  receiverClock:
    "the clock of the receiver of {device} shows {stated}: its records are dated by the gateway's clock; update or replace the receiver, or set the gateway's clock if that is wrong",
  twoAddresses: 'device {device} reports from {host} and {other}: both are stored; find out which is the tracker',
});

/** Why a message of a tracker is not stored. */
export const receiptErrors = defineErrors('trackerMessage', {
  noDevice: ['not_found', 'the message has no device id, and {path} is not bound to a device'],
});

/** Why a port is not changed, leased or written to. */
export const portErrors = defineErrors('port', {
  notFound: ['not_found', 'port {path} not found: GET /api/ports lists the ports'],
  beingChanged: ['conflict', '{path} is being changed: try again'],
  leased: ['conflict', '{path} is in provisioning: end the provisioning session first'],
  leasedAlready: ['conflict', '{path} is already in provisioning'],
  disabled: ['conflict', '{path} is disabled: enable it first'],
  ofConfiguration: ['conflict', '{path} is set by {key} in the configuration: change it there and restart the gateway'],
  notSerialDevice: [
    'validation_failed',
    '{path} is not a serial device: use a name like /dev/ttyUSB0 or one below /dev/serial/by-id, as in GET /api/ports',
  ],
  isModem: ['conflict', '{path} is the SMS modem: use another port, or change notifications.sms.path'],
  usedAs: ['conflict', '{path} is already used as {name}: change that port instead'],
  protocolOfConfiguration: [
    'conflict',
    '{path} is configured for {configured}, not {protocol}: change serial.ports, or use another port',
  ],
  protocolOfSettings: [
    'conflict',
    '{path} is configured for {configured}, not {protocol}: change the settings of the port, or use another port',
  ],
  twice: ['validation_failed', '{field} is already configured'],
  unknownProtocol: ['validation_failed', '{field} must be one of {protocols}, not {protocol}'],
  deviceIdMissing: ['validation_failed', '{field} is missing: {protocol} has no device id'],
  deviceIdNotAllowed: [
    'validation_failed',
    '{field} must be left out: {protocol} has many devices, each with its own id',
  ],
  intervalNotAllowed: [
    'validation_failed',
    '{field} must be left out: {protocol} acknowledges every record, so every record is stored',
  ],
  inProvisioning: ['unavailable', '{path} is in provisioning'],
  notOpen: ['unavailable', '{path} is not open: GET /api/ports shows why'],
  isClosed: ['unavailable', '{path} is not open'],
  isDetecting: ['unavailable', 'the protocol of {path} is not detected yet'],
  cannotEncode: ['conflict', '{protocol} cannot encode it'],
  noCommands: ['conflict', '{protocol} takes no commands'],
  readOnly: [
    'conflict',
    '{protocol} takes no commands, and {path} does not allow writing: set commands: true for the port in serial.ports to send raw bytes',
  ],
});

export const listenerErrors = defineErrors('listener', {
  notFound: ['not_found', 'listener {path} not found: GET /api/ports lists them'],
  isPort: ['conflict', '{path} is no listener: it has no connections'],
  noLease: ['conflict', '{path} is a listener: provisioning needs a tracker on a port'],
  noConnections: ['conflict', '{path} keeps no connections: commands need a tcp listener'],
  notConnected: ['unavailable', 'device {device} is not connected to {path}'],
});

/** Why a listener cannot listen, after its path. */
export const listenMessages = defineMessages('listen', {
  inUseTcp: 'port {port} is in use by another program (find it with: sudo ss -lntp): stop it, or choose another port',
  inUseUdp: 'port {port} is in use by another program (find it with: sudo ss -lnup): stop it, or choose another port',
  otherAddress: '{host} is not an address of this machine: correct host; 0.0.0.0 listens on all',
  noPermission: 'no permission to listen on port {port}: choose a port of 1024 or higher',
  noIpv6: 'this machine has no IPv6: use an IPv4 address as host',
});

/** What became of a command, unless the tracker replied. */
export const commandResults = defineMessages('commandResult', {
  notWritten: 'nothing was written: {reason}',
  inProvisioning: '{path} is in provisioning',
  portClosed: '{path} was closed',
  disconnected: 'the tracker has disconnected',
  closedBeforeReply: '{path} was closed before the tracker replied',
  noReply: 'no reply within {seconds} s: the tracker may have carried it out',
  notTaken: '{path} did not take all of it within {seconds} s: the tracker may have received it',
  partWritten: '{detail}: a part of it may have been written',
  written: 'written to {path}: {reason}',
  noReplies: '{protocol} has no replies',
  accepted: 'the tracker accepted it',
});
