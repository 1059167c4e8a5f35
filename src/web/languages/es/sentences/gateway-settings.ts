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
  'webhook {name}: {problem}; {remedy}': 'webhook {name}: {problem}; {remedy}',
  'answered with status {status}': 'respondió con el estado {status}',
  'see the log of the receiver': 'consulte el registro del receptor',
  'no answer within 10 s': 'sin respuesta en 10 s',
  'the receiver has to answer before it does its work': 'el receptor debe responder antes de hacer su trabajo',
  'the connection was refused': 'se rechazó la conexión',
  'check its url, and that the receiver runs': 'compruebe su dirección y que el receptor funcione',
  'the host name was not found': 'no se encontró el nombre del servidor',
  'check its url and the name server of this machine':
    'compruebe su dirección y el servidor de nombres de esta máquina',
  'the host cannot be reached': 'no se puede llegar al servidor',
  'check the network of this machine': 'compruebe la red de esta máquina',
  'its certificate is not trusted': 'su certificado no es de confianza',
  'give the receiver a certificate of a known authority': 'dé al receptor un certificado de una autoridad conocida',
  'the connection ended without an answer': 'la conexión terminó sin respuesta',
  'check that the receiver has the same secret and the right time':
    'compruebe que el receptor tenga el mismo secreto y la hora correcta',
  'check the path in its url': 'compruebe la ruta de su dirección',
  'redirects are not followed: set the url that it leads to':
    'no se siguen las redirecciones: ponga la dirección a la que llevan',
  'webhook {name} is in notification rule {rule}: take it out there first':
    'el webhook {name} está en la regla de aviso {rule}: quítelo antes de allí',
  'its secret was entered for {receiver}; enter it again':
    'su secreto se introdujo para {receiver}; introdúzcalo de nuevo',
  'webhook {name} has no secret; set it again': 'el webhook {name} no tiene secreto; vuelva a ponerlo',
  'webhook {name} not found; add it, or take it out of the notification rule':
    'no se encuentra el webhook {name}; añádalo, o quítelo de la regla de notificación',
  'an http or https address without user, password and fragment, like https://dispatch.example/alerts':
    'una dirección http o https sin usuario, contraseña ni fragmento, como https://dispatch.example/alerts',
};
