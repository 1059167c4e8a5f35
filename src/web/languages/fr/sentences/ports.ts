import type { Sentences } from '../../translations.js';

export const ports: Sentences<'ports'> = {
  // serial ports
  'no such device: plug it in, or correct the path': 'ce périphérique n’existe pas : branchez-le ou corrigez le chemin',
  'in use by another program (Cannot lock port): stop that program, or use another port':
    'utilisé par un autre programme (Cannot lock port) : arrêtez ce programme ou utilisez un autre port',
  'permission denied: add the user that runs Waypost to the group dialout, and start Waypost again':
    'accès refusé : ajoutez l’utilisateur qui exécute Waypost au groupe dialout et redémarrez Waypost',
  'not a serial port: correct the path': 'ce n’est pas un port série : corrigez le chemin',
  'probably in use by {holders} (Cannot lock port): {advice}': 'probablement utilisé par {holders} : {advice}',
  'in use by {holders} (Cannot lock port): {advice}': 'utilisé par {holders} : {advice}',
  '{holder} also reads this port, and each program receives a part of the data: {advice}':
    '{holder} lit aussi ce port, et chaque programme ne reçoit qu’une partie des données : {advice}',
  'it probes every new port for a modem: sudo systemctl disable --now ModemManager, or a udev rule for this device with ENV{ID_MM_DEVICE_IGNORE}="1"':
    'il cherche un modem sur chaque nouveau port : sudo systemctl disable --now ModemManager, ou une règle udev pour ce périphérique avec ENV{ID_MM_DEVICE_IGNORE}="1"',
  'sudo systemctl disable --now gpsd.socket gpsd, or remove the device from DEVICES and set USBAUTO="false" in /etc/default/gpsd':
    'sudo systemctl disable --now gpsd.socket gpsd, ou retirez le périphérique de DEVICES et mettez USBAUTO="false" dans /etc/default/gpsd',
  'it offers a login on this port: sudo systemctl disable --now serial-getty@{port}, and remove its console= from the kernel command line (raspi-config: no login shell over serial)':
    'il offre une ouverture de session sur ce port : sudo systemctl disable --now serial-getty@{port}, et retirez son console= de la ligne de commande du noyau (raspi-config : pas de console sur le port série)',
  'it uses the port for a Braille display: sudo systemctl mask --now brltty brltty-udev':
    'il utilise le port pour un afficheur braille : sudo systemctl mask --now brltty brltty-udev',
  'another Waypost: stop it (sudo systemctl stop waypost), or remove the port from one of the configurations':
    'un autre Waypost : arrêtez-le (sudo systemctl stop waypost) ou retirez le port de l’une des configurations',
  'close that program': 'fermez ce programme',
  'stop that program (ps -fp {pid} shows it), or use another port':
    'arrêtez ce programme (ps -fp {pid} le montre) ou utilisez un autre port',
  'no data for {seconds} s, after gaps of at most {max} s before: check that the tracker is on and its cable is connected':
    'aucune donnée depuis {seconds} s, après des pauses d’au plus {max} s : vérifiez que le traceur est allumé et son câble branché',
  'detecting the protocol: no known protocol received yet':
    'détection du protocole : aucun protocole connu reçu pour l’instant',
  '{protocol} has no device id: set deviceId for this port in serial.ports':
    '{protocol} n’a pas d’id d’appareil : définissez deviceId pour ce port dans serial.ports',
  '{path} has two trackers, {one} and {other}: their data is stored under these ids and not for {device}; {fix}':
    '{path} a deux traceurs, {one} et {other} : leurs données sont stockées sous ces id et non pour {device} ; {fix}',
  'remove deviceId of this port from serial.ports, or restart the gateway if the tracker was replaced':
    'retirez deviceId de ce port dans serial.ports, ou redémarrez la passerelle si le traceur a été remplacé',
  'the u-blox receiver does not send NAV-PVT: switch it on, which provisioning can do':
    'le récepteur u-blox n’envoie pas NAV-PVT : activez-le, ce que la mise en service peut faire',
  'the u-blox receiver sends positions without a date: switch on NAV-PVT, which provisioning can do, or NAV-TIMEUTC':
    'le récepteur u-blox envoie des positions sans date : activez NAV-PVT, ce que la mise en service peut faire, ou NAV-TIMEUTC',
  "the clock of the receiver of {device} shows {time}: its records are dated by the gateway's clock; update or replace the receiver, or set the gateway's clock if that is wrong":
    'l’horloge du récepteur de {device} indique {time} : ses données portent l’heure de la passerelle ; mettez à jour ou remplacez le récepteur, ou réglez l’horloge de la passerelle si c’est elle qui est fausse',
  'the receiver sends positions without a date: switch on RMC or ZDA':
    'le récepteur envoie des positions sans date : activez RMC ou ZDA',
  'the u-blox receiver has no satellite fix: check the antenna and its view of the sky':
    'le récepteur u-blox n’a pas de position par satellite : vérifiez l’antenne et sa vue du ciel',
  'the message has no device id, and {port} is not bound to a device':
    'le message n’a pas d’id d’appareil, et {port} n’est lié à aucun appareil',
  'the device does not read what the gateway sends': 'le périphérique ne lit pas ce que la passerelle envoie',
  'the device went away': 'le périphérique a disparu',
  'the device went away ({detail})': 'le périphérique a disparu ({detail})',
  'probably in use by {holders}: {advice}': 'probablement utilisé par {holders} : {advice}',
  'in use by {holders}: {advice}': 'utilisé par {holders} : {advice}',
  // settings of a port
  '{path} is set by {key} in the configuration: change it there and restart the gateway':
    '{path} est fixé par {key} dans la configuration : modifiez-le là et redémarrez la passerelle',
  '{path} is set by the configuration: change serial.ports and restart the gateway':
    '{path} est fixé par la configuration : modifiez serial.ports et redémarrez la passerelle',
  '{path} was found by serial.scan: disable the port, or switch the scan off':
    '{path} a été trouvé par serial.scan : désactivez le port ou arrêtez la recherche',
  '{path} is in provisioning: end the provisioning session first':
    '{path} est en mise en service : terminez d’abord cette session',
  '{path} is being changed: try again': '{path} est en cours de modification : réessayez',
  '{path} is disabled: enable it first': '{path} est désactivé : activez-le d’abord',
  '{path} is not a serial device: use a name like /dev/ttyUSB0 or one below /dev/serial/by-id, as in GET /api/ports':
    '{path} n’est pas un périphérique série : utilisez un nom comme /dev/ttyUSB0 ou un nom sous /dev/serial/by-id',
  '{path} is the SMS modem: use another port, or change notifications.sms.path':
    '{path} est le modem SMS : utilisez un autre port ou modifiez notifications.sms.path',
  '{path} is already used as {other}: change that port instead':
    '{path} est déjà utilisé comme {other} : modifiez plutôt ce port-là',
  'ports on the network require privilege admin': 'les ports réseau exigent le droit admin',
  '{field} is missing: {protocol} has no device id': '{field} manque : {protocol} n’a pas d’id d’appareil',
  '{field} must be left out: {protocol} has many devices, each with its own id':
    '{field} doit être omis : {protocol} a plusieurs appareils, chacun avec son id',
  '{field} must be left out: {protocol} acknowledges every record, so every record is stored':
    '{field} doit être omis : {protocol} acquitte chaque enregistrement, donc tous sont stockés',
  // network ports
  '{host} is unreachable: correct the address, or check network and power':
    '{host} est injoignable : corrigez l’adresse, ou vérifiez le réseau et l’alimentation',
  'host {host} not found: correct the name, or use its address':
    'hôte {host} introuvable : corrigez le nom ou utilisez son adresse',
  '{host} refuses connections on port {port}: correct the port, start the service on it, or, if it accepts only one client, disconnect the other one':
    '{host} refuse les connexions sur le port {port} : corrigez le port, démarrez le service ou, s’il n’accepte qu’un client, déconnectez l’autre',
  '{host} closes the connection at once: it may serve another client':
    '{host} ferme la connexion aussitôt : il sert peut-être un autre client',
  '{host} does not respond within 5 s: correct the address, or check network and power':
    '{host} ne répond pas en 5 s : corrigez l’adresse, ou vérifiez le réseau et l’alimentation',
  'the name server does not respond, so {host} cannot be resolved: use its address':
    'le serveur de noms ne répond pas et {host} ne peut être résolu : utilisez son adresse',
  'the device server closed the connection': 'le serveur de ports a fermé la connexion',
  'the device server reset the connection': 'le serveur de ports a coupé la connexion',
  'the device server no longer responds: check network and power':
    'le serveur de ports ne répond plus : vérifiez le réseau et l’alimentation',
  'the connection to the device server was lost ({detail})': 'la connexion au serveur de ports a été perdue ({detail})',
  // listeners
  'port {port} is in use by another program (find it with: sudo ss -ln{option}p): stop it, or choose another port':
    'le port {port} est utilisé par un autre programme (trouvez-le avec : sudo ss -ln{option}p) : arrêtez-le ou choisissez un autre port',
  '{host} is not an address of this machine: correct host; 0.0.0.0 listens on all':
    '{host} n’est pas une adresse de cette machine : corrigez host ; 0.0.0.0 écoute sur toutes',
  'no permission to listen on port {port}: choose a port of 1024 or higher':
    'pas l’autorisation d’écouter sur le port {port} : choisissez un port à partir de 1024',
  'this machine has no IPv6: use an IPv4 address as host':
    'cette machine n’a pas IPv6 : utilisez une adresse IPv4 comme host',
  'device {id} reports from {one} and {other}: both are stored; find out which is the tracker':
    'l’appareil {id} émet depuis {one} et {other} : les deux sont stockés ; cherchez lequel est le traceur',
};
