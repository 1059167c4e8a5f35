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
  'the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation` on that gateway, so that its new records get numbers of their own':
    'los datos se repusieron a un estado anterior; ejecute `waypost uplink reset {name} --new-generation` en esa pasarela para que sus registros nuevos tengan números propios',
  'the gateway cannot read or prepare its records ({detail}): run waypost check':
    'el gateway no puede leer o preparar sus registros ({detail}): ejecute waypost check',
  'the far side has other records under the ids of this store from entry {number} on: the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation`, so that its new records get numbers of their own':
    'el sistema central tiene otros registros con los id de estos datos desde la entrada {number}: los datos se repusieron a un estado anterior; ejecute `waypost uplink reset {name} --new-generation` para que sus registros nuevos tengan números propios',
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
  'the far side did not answer: the records are sent again':
    'el otro lado no respondió: los registros se envían de nuevo',
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
  // MQTT
  'broker {host}: {problem}': 'el servidor {host}: {problem}',
  'reason code {code}': 'código {code}',
  'it does not speak MQTT 5: Waypost needs a broker of MQTT 5 (mosquitto from 1.6, EMQX, HiveMQ, VerneMQ); set the url to one':
    'no habla MQTT 5: Waypost necesita un servidor de MQTT 5 (mosquitto desde 1.6, EMQX, HiveMQ, VerneMQ); ponga la dirección de uno',
  'it does not speak MQTT 5: Waypost needs a broker of MQTT 5 (mosquitto from 1.6, EMQX, HiveMQ, VerneMQ); set the url to one ({detail})':
    'no habla MQTT 5: Waypost necesita un servidor de MQTT 5 (mosquitto desde 1.6, EMQX, HiveMQ, VerneMQ); ponga la dirección de uno ({detail})',
  'it refuses the client id ({detail})': 'rechaza el id del cliente ({detail})',
  'it refuses user or password: set user and password of the uplink to an account of the broker ({detail})':
    'rechaza el usuario o la contraseña: ponga en el reenvío los de una cuenta del servidor ({detail})',
  'it does not let this user in: set user and password of the uplink to an account of the broker ({detail})':
    'no deja entrar a este usuario: ponga en el reenvío usuario y contraseña de una cuenta del servidor ({detail})',
  'it does not let this user in: set user and password of the uplink to an account of the broker that may connect ({detail})':
    'no deja entrar a este usuario: ponga en el reenvío usuario y contraseña de una cuenta del servidor que pueda conectarse ({detail})',
  'it has banned this client: lift the ban there ({detail})':
    'ha vetado a este cliente: levante el veto allí ({detail})',
  'it wants another way to sign in than user and password or a client certificate ({detail})':
    'pide otra forma de entrar que usuario y contraseña o un certificado de cliente ({detail})',
  'it refuses the topic of the status: set prefix to topics that this user may publish to ({detail})':
    'rechaza el tema del estado: ponga en prefix temas en los que este usuario pueda publicar ({detail})',
  'the packet that connects is too large for it: raise its maximum packet size ({detail})':
    'el paquete de conexión es demasiado grande para él: aumente su tamaño máximo de paquete ({detail})',
  'it keeps no retained messages: allow them there ({detail})':
    'no guarda mensajes retenidos: permítalos allí ({detail})',
  'it does not take messages of QoS 1: allow them there ({detail})':
    'no acepta mensajes con QoS 1: permítalos allí ({detail})',
  'another broker is to be used ({detail})': 'hay que usar otro servidor ({detail})',
  'it has moved ({detail})': 'se ha mudado ({detail})',
  'it is not available at present ({detail})': 'no está disponible por ahora ({detail})',
  'it is busy ({detail})': 'está ocupado ({detail})',
  'it was shut down ({detail})': 'se ha apagado ({detail})',
  'it received nothing for too long ({detail})': 'no recibió nada durante demasiado tiempo ({detail})',
  'another client with the same client id took over: two gateways with the same id, or the same uplink twice, use it ({detail})':
    'otro cliente con el mismo id ocupó su lugar: lo usan dos pasarelas con el mismo id, o dos veces el mismo reenvío ({detail})',
  'more messages were unanswered than it takes ({detail})':
    'había más mensajes sin respuesta de los que acepta ({detail})',
  'a message was larger than it takes ({detail})': 'un mensaje era mayor de lo que acepta ({detail})',
  'a quota is used up there ({detail})': 'allí se ha agotado una cuota ({detail})',
  'it was closed there by an administrator ({detail})': 'la cerró allí un administrador ({detail})',
  'too many connections are made there ({detail})': 'allí se hacen demasiadas conexiones ({detail})',
  'it refuses the connection ({detail})': 'rechaza la conexión ({detail})',
  'it closed the connection ({detail})': 'cerró la conexión ({detail})',
  'broker {host} closed the connection': 'el servidor {host} cerró la conexión',
  'broker {host} closed the connection before it accepted it: if it speaks MQTT 3.1.1 alone, use one of MQTT 5; otherwise check its log':
    'el servidor {host} cerró la conexión antes de aceptarla: si solo habla MQTT 3.1.1, use uno de MQTT 5; si no, mire su registro',
  'broker {host} {what}: check the network, and whether the broker runs':
    'el servidor {host} {what}: compruebe la red, y si el servidor funciona',
  'did not answer within {seconds} s': 'no respondió en {seconds} s',
  'does not answer any more': 'ya no responde',
  'acknowledged nothing for {seconds} s': 'no confirmó nada en {seconds} s',
  '{host} does not answer as a broker of MQTT 5 ({detail}): check the url':
    '{host} no responde como un servidor de MQTT 5 ({detail}): compruebe la dirección',
  'it does not understand TLS there: check mqtt or mqtts and the port of the url':
    'allí no entiende TLS: compruebe mqtt o mqtts y el puerto de la dirección',
  'the url {url} is not valid: set it to one like mqtts://broker.example:8883':
    'la dirección {url} no es válida: ponga una como mqtts://broker.example:8883',
  'a quota of the broker is used up (reason code 0x97): it is tried again':
    'se ha agotado una cuota del servidor (código 0x97): se vuelve a intentar',
  'the connection to the broker was lost': 'se perdió la conexión con el servidor',
  '{problem}, then run `waypost uplink retry {name}`': '{problem}, y ejecute después `waypost uplink retry {name}`',
  'the broker does not let clients without a user publish to {topic}: allow it in its access list ({detail})':
    'el servidor no deja publicar en {topic} a clientes sin usuario: permítalo en su lista de acceso ({detail})',
  'the broker does not let the user {user} publish to {topic}: allow it in its access list ({detail})':
    'el servidor no deja publicar en {topic} al usuario {user}: permítalo en su lista de acceso ({detail})',
  'the broker refuses the topic {topic}: allow it there, or change prefix of the uplink ({detail})':
    'el servidor rechaza el tema {topic}: permítalo allí o cambie prefix del reenvío ({detail})',
  'the broker refuses the payload for {topic}: allow JSON texts there ({detail})':
    'el servidor rechaza el contenido para {topic}: permita allí textos JSON ({detail})',
  'the broker refuses the message to {topic}: look at its log and mend what it names ({detail})':
    'el servidor rechaza el mensaje a {topic}: mire su registro y corrija lo que indica ({detail})',
  'the message to {topic} is too large ({bytes} bytes, the broker takes {max}): raise its maximum packet size':
    'el mensaje a {topic} es demasiado grande ({bytes} bytes, el servidor acepta {max}): aumente su tamaño máximo de paquete',
  'the broker keeps no retained messages: states and status are seen by present subscribers alone':
    'el servidor no guarda mensajes retenidos: los estados solo los ven los suscriptores presentes',
  'no commands: the broker refuses the subscription to {topic} (reason code {code}): allow it there':
    'sin comandos: el servidor rechaza la suscripción a {topic} (código {code}): permítala allí',
  // NATS
  'nkeySeed is no seed of an NKey: set it to one that begins with SU':
    'nkeySeed no es la semilla de un NKey: ponga una que empiece por SU',
  '{host} refuses the sign-in of {account}: set user and password, or nkeySeed, to those of its account':
    '{host} rechaza la entrada de {account}: ponga usuario y contraseña, o nkeySeed, de su cuenta',
  'the NKey': 'el NKey',
  'a client without user': 'un cliente sin usuario',
  '{host} does not offer TLS: set up TLS there, or use nats:// without tls':
    '{host} no ofrece TLS: configúrelo allí o use nats:// sin tls',
  '{host} cannot be reached: what answers there is not a NATS server: check host and port of the url':
    'no se alcanza {host}: lo que responde allí no es un servidor NATS: compruebe host y puerto de la dirección',
  '{host} cannot be reached: no NATS server answered there in time: check host and port of the url, and the network':
    'no se alcanza {host}: ningún servidor NATS respondió allí a tiempo: compruebe host y puerto de la dirección, y la red',
  'JetStream is not enabled for this account: enable it in the account of nats-server':
    'JetStream no está activado para esta cuenta: actívelo en la cuenta de nats-server',
  'the subjects of this gateway belong to another stream: set stream to its name (nats stream ls)':
    'los temas de esta pasarela son de otro stream: ponga su nombre en stream (nats stream ls)',
  'the stream is sealed and takes no records: set stream to another one':
    'el stream está sellado y no acepta registros: ponga otro en stream',
  'the stream is full ({detail}): raise its limits with nats stream edit, or purge it':
    'el stream está lleno ({detail}): aumente sus límites con nats stream edit, o vacíelo',
  'the account has no space left ({detail}): raise its JetStream limits':
    'la cuenta no tiene más espacio ({detail}): aumente sus límites de JetStream',
  'the far side has a problem: {detail}': 'el otro lado tiene un problema: {detail}',
  'the account may not publish to {subject}: give it this permission':
    'la cuenta no puede publicar en {subject}: dele este permiso',
  'the account may not subscribe to {subject}: give it this permission':
    'la cuenta no puede suscribirse a {subject}: dele este permiso',
  'the account may not publish to {subject}: newest locations are not sent; give it this permission':
    'la cuenta no puede publicar en {subject}: no se envían las ubicaciones más nuevas; dele este permiso',
  'no JetStream answers: start nats-server with -js, or wait until its cluster has a leader':
    'no responde ningún JetStream: inicie nats-server con -js, o espere a que su clúster tenga un líder',
  'the far side did not answer in time: it is overloaded, or its cluster has no leader':
    'el otro lado no respondió a tiempo: está sobrecargado, o su clúster no tiene líder',
  'the connection broke off ({detail})': 'la conexión se cortó ({detail})',
  'closed by the far side': 'cerrada por el otro lado',
  'the records were not read back in time': 'los registros no se releyeron a tiempo',
  'it has {bytes} bytes, and the far side takes {max}: raise max_payload of nats-server':
    'tiene {bytes} bytes, y el otro lado acepta {max}: aumente max_payload de nats-server',
  'it has {bytes} bytes, more than the stream {stream} takes: raise its max-msg-size':
    'tiene {bytes} bytes, más de lo que acepta el stream {stream}: aumente su max-msg-size',
  'it has more than {bytes} bytes': 'tiene más de {bytes} bytes',
  'the stream {stream} does not take {subjects}: run {command}':
    'el stream {stream} no acepta {subjects}: ejecute {command}',
  'connected; the stream {stream} is missing: the uplink makes it, if its account may do so':
    'conectado; falta el stream {stream}: el reenvío lo crea, si su cuenta puede',
  'the stream {stream} is missing and {count} servers are not available for it: set replicas to fewer, or start them':
    'falta el stream {stream} y no hay {count} servidores para él: reduzca replicas, o inícielos',
  'the stream {stream} is missing, and another stream has its subjects: set stream to its name (nats stream ls)':
    'falta el stream {stream}, y otro stream tiene sus temas: ponga el nombre de ese en stream (nats stream ls)',
  'the stream {stream} is missing ({detail}): run {command}': 'falta el stream {stream} ({detail}): ejecute {command}',
  'this account may not make it': 'esta cuenta no puede crearlo',
  'store {store} has {count} entries, but its record {number} is in the stream {stream} already: the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation`, so that its new records get numbers of their own':
    'los datos {store} tienen {count} entradas, pero su registro {number} ya está en el stream {stream}: los datos se repusieron a un estado anterior; ejecute `waypost uplink reset {name} --new-generation` para que sus registros nuevos tengan números propios',
  'another record with the id {id} is in the stream {stream} already: the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation`, so that its new records get numbers of their own':
    'ya hay en el stream {stream} otro registro con el id {id}: los datos se repusieron a un estado anterior; ejecute `waypost uplink reset {name} --new-generation` para que sus registros nuevos tengan números propios',
  'another record with the id {id} is in the stream {stream} already':
    'ya hay en el stream {stream} otro registro con el id {id}',
  'the stream {stream} still knows the id of a record that is not there any more: it is sent again':
    'el stream {stream} recuerda el id de un registro que ya no está: se envía de nuevo',
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
