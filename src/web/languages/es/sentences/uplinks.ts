import type { Sentences } from '../../translations.js';

export const uplinks: Sentences<'uplinks'> = {
  // state
  'its position belongs to another far side, {address}: decide where to continue with waypost uplink reset {name} --from cursor|now|start|NUMBER':
    'su posición es de otro sistema, {address}: decida dónde continuar con waypost uplink reset {name} --from cursor|now|start|NUMBER',
  'some records wait until the clock is trusted, because their time is not known yet':
    'algunos registros esperan hasta que el reloj sea fiable, porque su hora aún no se conoce',
  'records behind the newest ones wait for the window {window}': 'los registros antiguos esperan al horario {window}',
  'the far side refuses more devices than the list of dead letters holds: register them there, then run `waypost uplink retry {name}`':
    'el otro lado rechaza más dispositivos de los que caben en la lista: regístrelos allí y ejecute `waypost uplink retry {name}`',
  'store {store} has {count} entries, but its record {number} is here already: {fix}':
    'los datos {store} tienen {count} entradas, pero su registro {number} ya está allí: {fix}',
  'another record with the id {id} is here already: {fix}': 'ya hay allí otro registro con el id {id}: {fix}',
  'the store was put back to an earlier state; run `waypost uplink reset NAME --new-generation` on that gateway, so that its new records get numbers of their own':
    'los datos se repusieron a un estado anterior; ejecute `waypost uplink reset NAME --new-generation` en esa pasarela para que sus registros nuevos tengan números propios',
  // connection
  '{host} cannot be reached: {meaning}': 'no se alcanza {host}: {meaning}',
  'nothing listens there: check host and port of the url, and whether the far side runs':
    'allí no escucha nadie: compruebe host y puerto de la dirección, y si el otro lado funciona',
  'it closed the connection without an answer': 'cerró la conexión sin responder',
  'this name does not exist: check the url and the DNS server':
    'este nombre no existe: compruebe la dirección y el servidor DNS',
  'no DNS server answers: check the network': 'no responde ningún servidor DNS: compruebe la red',
  'there is no route to it: check the network': 'no hay ruta hasta él: compruebe la red',
  'it did not answer in time: check the network': 'no respondió a tiempo: compruebe la red',
  'no known authority has signed its certificate: set tls.ca to the CA certificate of the far side':
    'ninguna autoridad conocida ha firmado su certificado: ponga en tls.ca el certificado de la CA del otro lado',
  'its certificate has expired: renew it there, or check the clock here':
    'su certificado ha caducado: renuévelo allí o compruebe el reloj de aquí',
  'its certificate is not valid yet: check the clocks of both sides':
    'su certificado aún no es válido: compruebe los relojes de ambos lados',
  'its certificate is for another name: use that name in the url':
    'su certificado es de otro nombre: use ese nombre en la dirección',
  'it does not understand TLS there, or refuses this version of it: check http or https and the port of the url':
    'allí no entiende TLS o rechaza esta versión: compruebe http o https y el puerto de la dirección',
  'it does not understand TLS there: check http or https and the port of the url':
    'allí no entiende TLS: compruebe http o https y el puerto de la dirección',
  'what answers there is not HTTP: check http or https and the port of the url':
    'lo que responde allí no es HTTP: compruebe http o https y el puerto de la dirección',
  'it requires a client certificate, or refuses this one: set tls.cert and tls.key to a certificate that it knows':
    'pide un certificado de cliente o rechaza este: ponga en tls.cert y tls.key un certificado que conozca',
  'tls.key is not the key of tls.cert': 'tls.key no es la clave de tls.cert',
  'a file of tls (ca, cert, key) is no valid PEM': 'un archivo de tls (ca, cert, key) no es un PEM válido',
  '{problem}: set it to the right file': '{problem}: ponga el archivo correcto',
  'uplink {name}: tls.{field}: {problem}': 'reenvío {name}: tls.{field}: {problem}',
  '{file} is no PEM file': '{file} no es un archivo PEM',
  'cannot read {file}: {detail}': 'no se puede leer {file}: {detail}',
  '{host} did not answer in time': '{host} no respondió a tiempo',
  '{host} answered more than {bytes} bytes, expected JSON of the API':
    '{host} respondió más de {bytes} bytes; se esperaba JSON de la API',
  '{host} redirects {target}, and redirects are not followed: set the url to the address of the API itself':
    '{host} redirige {target}, y no se siguen redirecciones: ponga la dirección de la API misma',
  '{host} did not answer as the API does, in JSON ({answer}): check the url':
    '{host} no respondió como la API, en JSON ({answer}): compruebe la dirección',
  'the connection was closed in the middle of the answer': 'la conexión se cerró en medio de la respuesta',
  // far side
  'not connected yet': 'aún sin conexión',
  'not connected': 'sin conexión',
  'the url {url} is not valid: set it to one like https://center.example':
    'la dirección {url} no es válida: ponga una como https://center.example',
  '{setting} is not set: set it in the settings of the uplink': 'falta {setting}: póngalo en los ajustes del reenvío',
  'there is no API at the url ({error} for /api/Auth/Token): check the url':
    'no hay ninguna API en la dirección ({error} para /api/Auth/Token): compruebe la dirección',
  'the far side refuses the sign-in of {user} ({error}): set userName and apiKey':
    'el otro lado rechaza a {user} ({error}): corrija nombre de usuario y clave de API',
  'the far side refuses a new token of {user} ({error})': 'el otro lado rechaza una sesión nueva de {user} ({error})',
  'the far side refuses the user {user} ({error}): they need the privilege ingest, unrestricted':
    'el otro lado rechaza al usuario {user} ({error}): necesita el permiso ingest, sin restricción',
  'the far side is busy or has a fault ({error})': 'el otro lado está ocupado o tiene un fallo ({error})',
  'the far side refuses the records: {error}': 'el otro lado rechaza los registros: {error}',
  'the far side answers {status}': 'el otro lado responde {status}',
  'unexpected answer: {error}': 'respuesta inesperada: {error}',
  'the answer of the far side does not name what became of each record: check its version':
    'la respuesta del otro lado no dice qué fue de cada registro: compruebe su versión',
  'refused without a reason': 'rechazado sin motivo',
  'this far side has no call that stores alerts: only locations are forwarded':
    'este sistema no guarda alertas: solo se reenvían ubicaciones',
  // API
  'connected to {url}': 'conectado con {url}',
  'no answer from {url} within {seconds} s: check the address, and the way to it':
    '{url} no responde en {seconds} s: compruebe la dirección y el camino hasta ella',
  '{count} tests are running: try again when one ends': 'hay {count} pruebas en curso: reinténtelo cuando acabe una',
  'limit of {count} uplinks reached: remove one first': 'límite de {count} reenvíos alcanzado: quite uno antes',
  'uplink {name} is set by the configuration: {fix}': 'el reenvío {name} está en la configuración: {fix}',
  'change it in the list uplinks there and restart the gateway, or use another name':
    'cámbielo allí en la lista uplinks y reinicie la pasarela, o use otro nombre',
  'uplink {name} not found: GET /api/uplinks lists the uplinks':
    'no se encuentra el reenvío {name}: GET /api/uplinks los muestra',
  '/from must not be beyond the newest entry, {number}': 'el número no puede pasar de la última entrada, {number}',
};
