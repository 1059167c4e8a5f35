import type { Sentences } from '../../translations.js';

export const ports: Sentences<'ports'> = {
  // serial ports
  'no such device: plug it in, or correct the path': 'o dispositivo não existe: conecte-o ou corrija o caminho',
  'in use by another program (Cannot lock port): stop that program, or use another port':
    'em uso por outro programa (Cannot lock port): pare esse programa ou use outra porta',
  'permission denied: add the user that runs Waypost to the group dialout, and start Waypost again':
    'acesso negado: adicione o utilizador que executa o Waypost ao grupo dialout e reinicie o Waypost',
  'not a serial port: correct the path': 'não é uma porta série: corrija o caminho',
  'probably in use by {holders} (Cannot lock port): {advice}': 'provavelmente em uso por {holders}: {advice}',
  'in use by {holders} (Cannot lock port): {advice}': 'em uso por {holders}: {advice}',
  '{holder} also reads this port, and each program receives a part of the data: {advice}':
    '{holder} também lê esta porta, e cada programa recebe só uma parte dos dados: {advice}',
  'it probes every new port for a modem: sudo systemctl disable --now ModemManager, or a udev rule for this device with ENV{ID_MM_DEVICE_IGNORE}="1"':
    'procura um modem em cada porta nova: sudo systemctl disable --now ModemManager, ou uma regra udev para este dispositivo com ENV{ID_MM_DEVICE_IGNORE}="1"',
  'sudo systemctl disable --now gpsd.socket gpsd, or remove the device from DEVICES and set USBAUTO="false" in /etc/default/gpsd':
    'sudo systemctl disable --now gpsd.socket gpsd, ou remova o dispositivo de DEVICES e ponha USBAUTO="false" em /etc/default/gpsd',
  'it offers a login on this port: sudo systemctl disable --now serial-getty@{port}, and remove its console= from the kernel command line (raspi-config: no login shell over serial)':
    'oferece um início de sessão nesta porta: sudo systemctl disable --now serial-getty@{port}, e remova o seu console= da linha de comando do kernel (raspi-config: sem consola na porta série)',
  'it uses the port for a Braille display: sudo systemctl mask --now brltty brltty-udev':
    'usa a porta para um visor Braille: sudo systemctl mask --now brltty brltty-udev',
  'another Waypost: stop it (sudo systemctl stop waypost), or remove the port from one of the configurations':
    'outro Waypost: pare-o (sudo systemctl stop waypost) ou remova a porta de uma das configurações',
  'close that program': 'feche esse programa',
  'stop that program (ps -fp {pid} shows it), or use another port':
    'pare esse programa (ps -fp {pid} mostra-o) ou use outra porta',
  'no data for {seconds} s, after gaps of at most {max} s before: check that the tracker is on and its cable is connected':
    'sem dados há {seconds} s, após pausas de no máximo {max} s: verifique se o localizador está ligado e o cabo conectado',
  'detecting the protocol: no known protocol received yet':
    'a detetar o protocolo: ainda não foi recebido nenhum conhecido',
  '{protocol} has no device id: set deviceId for this port in serial.ports':
    '{protocol} não tem id de dispositivo: defina deviceId para esta porta em serial.ports',
  '{path} has two trackers, {one} and {other}: their data is stored under these ids and not for {device}; {fix}':
    '{path} tem dois localizadores, {one} e {other}: os seus dados são armazenados com estes ids e não para {device}; {fix}',
  'remove deviceId of this port from serial.ports, or restart the gateway if the tracker was replaced':
    'remova deviceId desta porta em serial.ports, ou reinicie o gateway se o localizador foi substituído',
  'the u-blox receiver does not send NAV-PVT: switch it on, which provisioning can do':
    'o recetor u-blox não envia NAV-PVT: ative-o, o que a preparação pode fazer',
  'the u-blox receiver sends positions without a date: switch on NAV-PVT, which provisioning can do, or NAV-TIMEUTC':
    'o recetor u-blox envia posições sem data: ative NAV-PVT, o que a preparação pode fazer, ou NAV-TIMEUTC',
  "the clock of the receiver of {device} shows {time}: its records are dated by the gateway's clock; update or replace the receiver, or set the gateway's clock if that is wrong":
    'o relógio do recetor de {device} mostra {time}: os seus dados ficam com a hora do gateway; atualize ou substitua o recetor, ou acerte o relógio do gateway se for esse o errado',
  'the receiver sends positions without a date: switch on RMC or ZDA':
    'o recetor envia posições sem data: ative RMC ou ZDA',
  'the u-blox receiver has no satellite fix: check the antenna and its view of the sky':
    'o recetor u-blox não tem posição por satélite: verifique a antena e a sua vista do céu',
  'the message has no device id, and {port} is not bound to a device':
    'a mensagem não tem id de dispositivo, e {port} não está associada a um dispositivo',
  'the device does not read what the gateway sends': 'o dispositivo não lê o que o gateway envia',
  'the device went away': 'o dispositivo desapareceu',
  'the device went away ({detail})': 'o dispositivo desapareceu ({detail})',
  'probably in use by {holders}: {advice}': 'provavelmente em uso por {holders}: {advice}',
  'in use by {holders}: {advice}': 'em uso por {holders}: {advice}',
  // settings of a port
  '{path} is set by {key} in the configuration: change it there and restart the gateway':
    '{path} é definida por {key} na configuração: altere-a lá e reinicie o gateway',
  '{path} is set by the configuration: change serial.ports and restart the gateway':
    '{path} é definida pela configuração: altere serial.ports e reinicie o gateway',
  '{path} was found by serial.scan: disable the port, or switch the scan off':
    '{path} foi encontrada por serial.scan: desative a porta ou desligue a procura',
  '{path} is in provisioning: end the provisioning session first':
    '{path} está em preparação: termine primeiro essa sessão',
  '{path} is being changed: try again': '{path} está a ser alterada: tente de novo',
  '{path} is disabled: enable it first': '{path} está desativada: ative-a primeiro',
  '{path} is not a serial device: use a name like /dev/ttyUSB0 or one below /dev/serial/by-id, as in GET /api/ports':
    '{path} não é um dispositivo série: use um nome como /dev/ttyUSB0 ou um de /dev/serial/by-id',
  '{path} is the SMS modem: use another port, or change notifications.sms.path':
    '{path} é o modem de SMS: use outra porta ou altere notifications.sms.path',
  '{path} is already used as {other}: change that port instead':
    '{path} já é usada como {other}: altere antes essa porta',
  'ports on the network require privilege admin': 'as portas de rede requerem a permissão admin',
  '{field} is missing: {protocol} has no device id': 'falta {field}: {protocol} não tem id de dispositivo',
  '{field} must be left out: {protocol} has many devices, each with its own id':
    '{field} tem de ser omitido: {protocol} tem muitos dispositivos, cada um com o seu id',
  '{field} must be left out: {protocol} acknowledges every record, so every record is stored':
    '{field} tem de ser omitido: {protocol} confirma cada registo, por isso todos são armazenados',
  // network ports
  '{host} is unreachable: correct the address, or check network and power':
    '{host} está inacessível: corrija o endereço, ou verifique a rede e a alimentação',
  'host {host} not found: correct the name, or use its address':
    '{host} não encontrado: corrija o nome ou use o seu endereço',
  '{host} refuses connections on port {port}: correct the port, start the service on it, or, if it accepts only one client, disconnect the other one':
    '{host} recusa conexões na porta {port}: corrija a porta, inicie o serviço nela ou, se só aceita um cliente, desconecte o outro',
  '{host} closes the connection at once: it may serve another client':
    '{host} fecha a conexão de imediato: pode estar a servir outro cliente',
  '{host} does not respond within 5 s: correct the address, or check network and power':
    '{host} não responde em 5 s: corrija o endereço, ou verifique a rede e a alimentação',
  'the name server does not respond, so {host} cannot be resolved: use its address':
    'o servidor de nomes não responde e {host} não pode ser resolvido: use o seu endereço',
  'the device server closed the connection': 'o servidor de portas fechou a conexão',
  'the device server reset the connection': 'o servidor de portas cortou a conexão',
  'the device server no longer responds: check network and power':
    'o servidor de portas já não responde: verifique a rede e a alimentação',
  'the connection to the device server was lost ({detail})': 'a conexão com o servidor de portas perdeu-se ({detail})',
  // listeners
  'port {port} is in use by another program (find it with: sudo ss -ln{option}p): stop it, or choose another port':
    'a porta {port} está em uso por outro programa (encontre-o com: sudo ss -ln{option}p): pare-o ou escolha outra porta',
  '{host} is not an address of this machine: correct host; 0.0.0.0 listens on all':
    '{host} não é um endereço desta máquina: corrija host; 0.0.0.0 escuta em todos',
  'no permission to listen on port {port}: choose a port of 1024 or higher':
    'sem permissão para escutar na porta {port}: escolha uma porta a partir de 1024',
  'this machine has no IPv6: use an IPv4 address as host': 'esta máquina não tem IPv6: use um endereço IPv4 como host',
  'device {id} reports from {one} and {other}: both are stored; find out which is the tracker':
    'o dispositivo {id} envia de {one} e {other}: ambos são armazenados; descubra qual é o localizador',
};
