import type { Sentences } from '../../translations.js';

export const uplinks: Sentences<'uplinks'> = {
  // state
  'its position belongs to another far side, {address}: decide where to continue with waypost uplink reset {name} --from cursor|now|start|NUMBER':
    'sa position est celle d’un autre système, {address} : décidez où continuer avec waypost uplink reset {name} --from cursor|now|start|NUMBER',
  'some records wait until the clock is trusted, because their time is not known yet':
    'des enregistrements attendent que l’horloge soit fiable, car leur heure n’est pas encore connue',
  'records behind the newest ones wait for the window {window}':
    'les anciens enregistrements attendent l’horaire {window}',
  'the far side refuses more devices than the list of dead letters holds: register them there, then run `waypost uplink retry {name}`':
    'l’autre côté refuse plus d’appareils que la liste n’en contient : enregistrez-les là-bas, puis exécutez `waypost uplink retry {name}`',
  'store {store} has {count} entries, but its record {number} is here already: {fix}':
    'le stock {store} a {count} entrées, mais son enregistrement {number} est déjà là : {fix}',
  'another record with the id {id} is here already: {fix}':
    'un autre enregistrement avec l’id {id} est déjà là : {fix}',
  'the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation` on that gateway, so that its new records get numbers of their own':
    'les données ont été remises à un état antérieur ; exécutez `waypost uplink reset {name} --new-generation` sur cette passerelle, pour que ses nouveaux enregistrements aient leurs propres numéros',
  'the gateway cannot read or prepare its records ({detail}): run waypost check':
    'la passerelle ne peut pas lire ou préparer ses enregistrements ({detail}) : exécutez waypost check',
  'the far side has other records under the ids of this store from entry {number} on: the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation`, so that its new records get numbers of their own':
    'le système central a d’autres enregistrements sous les id de ces données à partir de l’entrée {number} : les données ont été remises à un état antérieur ; exécutez `waypost uplink reset {name} --new-generation`, pour que ses nouveaux enregistrements aient leurs propres numéros',
  // connection
  '{host} cannot be reached: {meaning}': '{host} est injoignable : {meaning}',
  'nothing listens there: check host and port of the url, and whether the far side runs':
    'rien n’y écoute : vérifiez l’hôte et le port de l’adresse, et si l’autre côté fonctionne',
  'it closed the connection without an answer': 'il a fermé la connexion sans réponse',
  'this name does not exist: check the url and the DNS server':
    'ce nom n’existe pas : vérifiez l’adresse et le serveur DNS',
  'no DNS server answers: check the network': 'aucun serveur DNS ne répond : vérifiez le réseau',
  'there is no route to it: check the network': 'aucune route n’y mène : vérifiez le réseau',
  'it did not answer in time: check the network': 'il n’a pas répondu à temps : vérifiez le réseau',
  'no known authority has signed its certificate: set tls.ca to the CA certificate of the far side':
    'aucune autorité connue n’a signé son certificat : mettez dans tls.ca le certificat de la CA de l’autre côté',
  'its certificate has expired: renew it there, or check the clock here':
    'son certificat a expiré : renouvelez-le là-bas, ou vérifiez l’horloge ici',
  'its certificate is not valid yet: check the clocks of both sides':
    'son certificat n’est pas encore valide : vérifiez les horloges des deux côtés',
  'its certificate is for another name: use that name in the url':
    'son certificat est pour un autre nom : utilisez ce nom dans l’adresse',
  'it does not understand TLS there, or refuses this version of it: check http or https and the port of the url':
    'il n’y comprend pas TLS, ou refuse cette version : vérifiez http ou https et le port de l’adresse',
  'it does not understand TLS there: check http or https and the port of the url':
    'il n’y comprend pas TLS : vérifiez http ou https et le port de l’adresse',
  'what answers there is not HTTP: check http or https and the port of the url':
    'ce qui y répond n’est pas HTTP : vérifiez http ou https et le port de l’adresse',
  'it requires a client certificate, or refuses this one: set tls.cert and tls.key to a certificate that it knows':
    'il exige un certificat client, ou refuse celui-ci : mettez dans tls.cert et tls.key un certificat qu’il connaît',
  'tls.key is not the key of tls.cert': 'tls.key n’est pas la clé de tls.cert',
  'a file of tls (ca, cert, key) is no valid PEM': 'un fichier de tls (ca, cert, key) n’est pas un PEM valide',
  '{problem}: set it to the right file': '{problem} : mettez le bon fichier',
  'uplink {name}: tls.{field}: {problem}': 'transfert {name} : tls.{field} : {problem}',
  '{file} is no PEM file': '{file} n’est pas un fichier PEM',
  'cannot read {file}: {detail}': 'impossible de lire {file} : {detail}',
  '{host} did not answer in time': '{host} n’a pas répondu à temps',
  '{host} answered more than {bytes} bytes, expected JSON of the API':
    '{host} a répondu plus de {bytes} octets, au lieu du JSON de l’API',
  '{host} redirects {target}, and redirects are not followed: set the url to the address of the API itself':
    '{host} redirige {target}, et les redirections ne sont pas suivies : mettez l’adresse de l’API elle-même',
  '{host} did not answer as the API does, in JSON ({answer}): check the url':
    '{host} n’a pas répondu comme l’API, en JSON ({answer}) : vérifiez l’adresse',
  'the connection was closed in the middle of the answer': 'la connexion a été fermée au milieu de la réponse',
  'the far side did not answer: the records are sent again':
    'l’autre côté n’a pas répondu : les enregistrements sont renvoyés',
  // far side
  'not connected yet': 'pas encore connecté',
  'not connected': 'non connecté',
  'the url {url} is not valid: set it to one like https://center.example':
    'l’adresse {url} n’est pas valide : mettez-en une comme https://center.example',
  '{setting} is not set: set it in the settings of the uplink':
    '{setting} manque : définissez-le dans les réglages du transfert',
  'there is no API at the url ({error} for /api/Auth/Token): check the url':
    'il n’y a pas d’API à l’adresse ({error} pour /api/Auth/Token) : vérifiez l’adresse',
  'the far side refuses the sign-in of {user} ({error}): set userName and apiKey':
    'l’autre côté refuse la connexion de {user} ({error}) : corrigez le nom d’utilisateur et la clé d’API',
  'the far side refuses a new token of {user} ({error})':
    'l’autre côté refuse une nouvelle session de {user} ({error})',
  'the far side refuses the user {user} ({error}): they need the privilege ingest, unrestricted':
    'l’autre côté refuse l’utilisateur {user} ({error}) : il lui faut le droit ingest, sans restriction',
  'the far side is busy or has a fault ({error})': 'l’autre côté est occupé ou en panne ({error})',
  'the far side refuses the records: {error}': 'l’autre côté refuse les enregistrements : {error}',
  'the far side answers {status}': 'l’autre côté répond {status}',
  'unexpected answer: {error}': 'réponse inattendue : {error}',
  'the answer of the far side does not name what became of each record: check its version':
    'la réponse de l’autre côté ne dit pas ce qu’est devenu chaque enregistrement : vérifiez sa version',
  'refused without a reason': 'refusé sans motif',
  'this far side has no call that stores alerts: only locations are forwarded':
    'ce système ne stocke pas d’alertes : seules les positions sont transférées',
  // MQTT
  'broker {host}: {problem}': 'le serveur {host} : {problem}',
  'reason code {code}': 'code {code}',
  'it does not speak MQTT 5: Waypost needs a broker of MQTT 5 (mosquitto from 1.6, EMQX, HiveMQ, VerneMQ); set the url to one':
    'il ne parle pas MQTT 5 : Waypost a besoin d’un serveur MQTT 5 (mosquitto à partir de 1.6, EMQX, HiveMQ, VerneMQ) ; mettez l’adresse d’un tel serveur',
  'it does not speak MQTT 5: Waypost needs a broker of MQTT 5 (mosquitto from 1.6, EMQX, HiveMQ, VerneMQ); set the url to one ({detail})':
    'il ne parle pas MQTT 5 : Waypost a besoin d’un serveur MQTT 5 (mosquitto à partir de 1.6, EMQX, HiveMQ, VerneMQ) ; mettez l’adresse d’un tel serveur ({detail})',
  'it refuses the client id ({detail})': 'il refuse l’id du client ({detail})',
  'it refuses user or password: set user and password of the uplink to an account of the broker ({detail})':
    'il refuse l’utilisateur ou le mot de passe : mettez ceux d’un compte du serveur ({detail})',
  'it does not let this user in: set user and password of the uplink to an account of the broker ({detail})':
    'il ne laisse pas entrer cet utilisateur : mettez l’utilisateur et le mot de passe d’un compte du serveur ({detail})',
  'it does not let this user in: set user and password of the uplink to an account of the broker that may connect ({detail})':
    'il ne laisse pas entrer cet utilisateur : mettez l’utilisateur et le mot de passe d’un compte du serveur qui peut se connecter ({detail})',
  'it has banned this client: lift the ban there ({detail})':
    'il a banni ce client : levez le bannissement là-bas ({detail})',
  'it wants another way to sign in than user and password or a client certificate ({detail})':
    'il veut une autre connexion qu’utilisateur et mot de passe ou certificat client ({detail})',
  'it refuses the topic of the status: set prefix to topics that this user may publish to ({detail})':
    'il refuse le topic de l’état : mettez dans prefix des topics où cet utilisateur peut publier ({detail})',
  'the packet that connects is too large for it: raise its maximum packet size ({detail})':
    'le paquet de connexion est trop grand pour lui : augmentez sa taille maximale de paquet ({detail})',
  'it keeps no retained messages: allow them there ({detail})':
    'il ne garde pas de messages retenus : autorisez-les là-bas ({detail})',
  'it does not take messages of QoS 1: allow them there ({detail})':
    'il n’accepte pas les messages QoS 1 : autorisez-les là-bas ({detail})',
  'another broker is to be used ({detail})': 'un autre serveur est à utiliser ({detail})',
  'it has moved ({detail})': 'il a déménagé ({detail})',
  'it is not available at present ({detail})': 'il n’est pas disponible pour l’instant ({detail})',
  'it is busy ({detail})': 'il est occupé ({detail})',
  'it was shut down ({detail})': 'il a été arrêté ({detail})',
  'it received nothing for too long ({detail})': 'il n’a rien reçu pendant trop longtemps ({detail})',
  'another client with the same client id took over: two gateways with the same id, or the same uplink twice, use it ({detail})':
    'un autre client avec le même id a pris la place : deux passerelles avec le même id, ou deux fois le même transfert, l’utilisent ({detail})',
  'more messages were unanswered than it takes ({detail})':
    'plus de messages étaient sans réponse qu’il n’en accepte ({detail})',
  'a message was larger than it takes ({detail})': 'un message était plus grand qu’il n’accepte ({detail})',
  'a quota is used up there ({detail})': 'un quota y est épuisé ({detail})',
  'it was closed there by an administrator ({detail})': 'un administrateur l’y a fermée ({detail})',
  'too many connections are made there ({detail})': 'trop de connexions y sont ouvertes ({detail})',
  'it refuses the connection ({detail})': 'il refuse la connexion ({detail})',
  'it closed the connection ({detail})': 'il a fermé la connexion ({detail})',
  'broker {host} closed the connection': 'le serveur {host} a fermé la connexion',
  'broker {host} closed the connection before it accepted it: if it speaks MQTT 3.1.1 alone, use one of MQTT 5; otherwise check its log':
    'le serveur {host} a fermé la connexion avant de l’accepter : s’il ne parle que MQTT 3.1.1, utilisez-en un de MQTT 5 ; sinon vérifiez son journal',
  'broker {host} {what}: check the network, and whether the broker runs':
    'le serveur {host} {what} : vérifiez le réseau, et si le serveur fonctionne',
  'did not answer within {seconds} s': 'n’a pas répondu en {seconds} s',
  'does not answer any more': 'ne répond plus',
  'acknowledged nothing for {seconds} s': 'n’a rien confirmé pendant {seconds} s',
  '{host} does not answer as a broker of MQTT 5 ({detail}): check the url':
    '{host} ne répond pas comme un serveur MQTT 5 ({detail}) : vérifiez l’adresse',
  'it does not understand TLS there: check mqtt or mqtts and the port of the url':
    'il n’y comprend pas TLS : vérifiez mqtt ou mqtts et le port de l’adresse',
  'the url {url} is not valid: set it to one like mqtts://broker.example:8883':
    'l’adresse {url} n’est pas valide : mettez-en une comme mqtts://broker.example:8883',
  'a quota of the broker is used up (reason code 0x97): it is tried again':
    'un quota du serveur est épuisé (code 0x97) : un nouvel essai suit',
  'the connection to the broker was lost': 'la connexion au serveur a été perdue',
  '{problem}, then run `waypost uplink retry {name}`': '{problem}, puis exécutez `waypost uplink retry {name}`',
  'the broker does not let clients without a user publish to {topic}: allow it in its access list ({detail})':
    'le serveur ne laisse pas les clients sans utilisateur publier dans {topic} : autorisez-le dans sa liste d’accès ({detail})',
  'the broker does not let the user {user} publish to {topic}: allow it in its access list ({detail})':
    'le serveur ne laisse pas l’utilisateur {user} publier dans {topic} : autorisez-le dans sa liste d’accès ({detail})',
  'the broker refuses the topic {topic}: allow it there, or change prefix of the uplink ({detail})':
    'le serveur refuse le topic {topic} : autorisez-le là-bas, ou changez prefix du transfert ({detail})',
  'the broker refuses the payload for {topic}: allow JSON texts there ({detail})':
    'le serveur refuse le contenu pour {topic} : autorisez-y les textes JSON ({detail})',
  'the broker refuses the message to {topic}: look at its log and mend what it names ({detail})':
    'le serveur refuse le message à {topic} : consultez son journal et corrigez ce qu’il indique ({detail})',
  'the message to {topic} is too large ({bytes} bytes, the broker takes {max}): raise its maximum packet size':
    'le message à {topic} est trop grand ({bytes} octets, le serveur accepte {max}) : augmentez sa taille maximale de paquet',
  'the broker keeps no retained messages: states and status are seen by present subscribers alone':
    'le serveur ne garde pas de messages retenus : seuls les abonnés présents voient les états',
  'no commands: the broker refuses the subscription to {topic} (reason code {code}): allow it there':
    'pas de commandes : le serveur refuse l’abonnement à {topic} (code {code}) : autorisez-le là-bas',
  // NATS
  'nkeySeed is no seed of an NKey: set it to one that begins with SU':
    'nkeySeed n’est pas la graine d’un NKey : mettez-en une qui commence par SU',
  '{host} refuses the sign-in of {account}: set user and password, or nkeySeed, to those of its account':
    '{host} refuse la connexion de {account} : mettez l’utilisateur et le mot de passe, ou nkeySeed, de son compte',
  'the NKey': 'le NKey',
  'a client without user': 'un client sans utilisateur',
  '{host} does not offer TLS: set up TLS there, or use nats:// without tls':
    '{host} n’offre pas TLS : configurez-le là-bas, ou utilisez nats:// sans tls',
  '{host} cannot be reached: what answers there is not a NATS server: check host and port of the url':
    '{host} est injoignable : ce qui y répond n’est pas un serveur NATS : vérifiez l’hôte et le port de l’adresse',
  '{host} cannot be reached: no NATS server answered there in time: check host and port of the url, and the network':
    '{host} est injoignable : aucun serveur NATS n’y a répondu à temps : vérifiez l’hôte et le port de l’adresse, et le réseau',
  'JetStream is not enabled for this account: enable it in the account of nats-server':
    'JetStream n’est pas activé pour ce compte : activez-le dans le compte de nats-server',
  'the subjects of this gateway belong to another stream: set stream to its name (nats stream ls)':
    'les sujets de cette passerelle sont d’un autre stream : mettez son nom dans stream (nats stream ls)',
  'the stream is sealed and takes no records: set stream to another one':
    'le stream est scellé et n’accepte pas d’enregistrements : mettez-en un autre dans stream',
  'the stream is full ({detail}): raise its limits with nats stream edit, or purge it':
    'le stream est plein ({detail}) : augmentez ses limites avec nats stream edit, ou videz-le',
  'the account has no space left ({detail}): raise its JetStream limits':
    'le compte n’a plus d’espace ({detail}) : augmentez ses limites JetStream',
  'the far side has a problem: {detail}': 'l’autre côté a un problème : {detail}',
  'the account may not publish to {subject}: give it this permission':
    'le compte ne peut pas publier dans {subject} : donnez-lui ce droit',
  'the account may not subscribe to {subject}: give it this permission':
    'le compte ne peut pas s’abonner à {subject} : donnez-lui ce droit',
  'the account may not publish to {subject}: newest locations are not sent; give it this permission':
    'le compte ne peut pas publier dans {subject} : les dernières positions ne sont pas envoyées ; donnez-lui ce droit',
  'no JetStream answers: start nats-server with -js, or wait until its cluster has a leader':
    'aucun JetStream ne répond : démarrez nats-server avec -js, ou attendez que sa grappe ait un leader',
  'the far side did not answer in time: it is overloaded, or its cluster has no leader':
    'l’autre côté n’a pas répondu à temps : il est surchargé, ou sa grappe n’a pas de leader',
  'the connection broke off ({detail})': 'la connexion s’est rompue ({detail})',
  'closed by the far side': 'fermée par l’autre côté',
  'the records were not read back in time': 'les enregistrements n’ont pas été relus à temps',
  'it has {bytes} bytes, and the far side takes {max}: raise max_payload of nats-server':
    'il a {bytes} octets, et l’autre côté en accepte {max} : augmentez max_payload de nats-server',
  'it has {bytes} bytes, more than the stream {stream} takes: raise its max-msg-size':
    'il a {bytes} octets, plus que le stream {stream} n’accepte : augmentez sa max-msg-size',
  'it has more than {bytes} bytes': 'il a plus de {bytes} octets',
  'the stream {stream} does not take {subjects}: run {command}':
    'le stream {stream} n’accepte pas {subjects} : exécutez {command}',
  'connected; the stream {stream} is missing: the uplink makes it, if its account may do so':
    'connecté ; le stream {stream} manque : le transfert le crée, si son compte le peut',
  'the stream {stream} is missing and {count} servers are not available for it: set replicas to fewer, or start them':
    'le stream {stream} manque et {count} serveurs ne sont pas disponibles pour lui : réduisez replicas, ou démarrez-les',
  'the stream {stream} is missing, and another stream has its subjects: set stream to its name (nats stream ls)':
    'le stream {stream} manque, et un autre stream a ses sujets : mettez le nom de celui-ci dans stream (nats stream ls)',
  'the stream {stream} is missing ({detail}): run {command}':
    'le stream {stream} manque ({detail}) : exécutez {command}',
  'this account may not make it': 'ce compte ne peut pas le créer',
  'store {store} has {count} entries, but its record {number} is in the stream {stream} already: the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation`, so that its new records get numbers of their own':
    'le stock {store} a {count} entrées, mais son enregistrement {number} est déjà dans le stream {stream} : les données ont été remises à un état antérieur ; exécutez `waypost uplink reset {name} --new-generation`, pour que ses nouveaux enregistrements aient leurs propres numéros',
  'another record with the id {id} is in the stream {stream} already: the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation`, so that its new records get numbers of their own':
    'un autre enregistrement avec l’id {id} est déjà dans le stream {stream} : les données ont été remises à un état antérieur ; exécutez `waypost uplink reset {name} --new-generation`, pour que ses nouveaux enregistrements aient leurs propres numéros',
  'another record with the id {id} is in the stream {stream} already':
    'un autre enregistrement avec l’id {id} est déjà dans le stream {stream}',
  'the stream {stream} still knows the id of a record that is not there any more: it is sent again':
    'le stream {stream} connaît encore l’id d’un enregistrement qui n’y est plus : il est renvoyé',
  // API
  'connected to {url}': 'connecté à {url}',
  'no answer from {url} within {seconds} s: check the address, and the way to it':
    '{url} ne répond pas en {seconds} s : vérifiez l’adresse et le chemin qui y mène',
  '{count} tests are running: try again when one ends': '{count} tests sont en cours : réessayez quand l’un se termine',
  'limit of {count} uplinks reached: remove one first': 'limite de {count} transferts atteinte : retirez-en un d’abord',
  'uplink {name} is set by the configuration: {fix}': 'le transfert {name} est défini par la configuration : {fix}',
  'change it in the list uplinks there and restart the gateway, or use another name':
    'changez-le là-bas dans la liste uplinks et redémarrez la passerelle, ou prenez un autre nom',
  'uplink {name} not found: GET /api/uplinks lists the uplinks':
    'transfert {name} introuvable : GET /api/uplinks les montre',
  '/from must not be beyond the newest entry, {number}': 'le numéro ne doit pas dépasser la dernière entrée, {number}',
};
