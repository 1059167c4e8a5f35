import type { Sentences } from '../../translations.js';

export const gatewaySettings: Sentences<'gatewaySettings'> = {
  'an IANA time zone, like Europe/Madrid': 'una zona horaria IANA, como Europe/Madrid',
  'a mail address, like depot@example.com': 'una dirección de correo, como depot@example.com',
  'a device like /dev/ttyUSB0, or tcp://host:port with a port of 1 to 65535 (an IPv6 address in brackets: tcp://[fd00::7]:4001)':
    'un dispositivo como /dev/ttyUSB0, o tcp://host:puerto con un puerto de 1 a 65535 (una dirección IPv6 entre corchetes: tcp://[fd00::7]:4001)',
  'is set by the configuration: change it there, or remove it there':
    'lo fija la configuración: cámbielo allí o quítelo de allí',
  '{field} is set by the configuration: change it there, or remove it there':
    '{field} lo fija la configuración: cámbielo allí o quítelo de allí',
  'belongs to {secret}, which the configuration sets: {fix}': 'pertenece a {secret}, que fija la configuración: {fix}',
  'change {key} there too': 'cambie también allí {key}',
  'is the port {port}, which trackers use: {fix}': 'es el puerto {port}, que usan los localizadores: {fix}',
  'remove that port, or name the port of the modem': 'quite ese puerto o indique el puerto del módem',
  '/to must be {rule}': 'el destinatario debe ser {rule}',
  'channel {channel} is not configured: set {key}': 'el canal {channel} no está configurado: ponga {key}',
  'a test message is being sent: wait for its result': 'se está enviando un mensaje de prueba: espere su resultado',
  '{count} test messages were sent within 10 minutes: try again in {seconds} s':
    'se enviaron {count} mensajes de prueba en 10 minutos: espere {seconds} s',
  'no result within {seconds} s': 'sin resultado en {seconds} s',
  '{owner} has used up its share of the log for changes that are not records: try again in {seconds} s; store.retention.bytes and store.retention.days set the share':
    '{owner} ha agotado su parte del registro para cambios: espere {seconds} s; store.retention.bytes y store.retention.days fijan la parte',
};
