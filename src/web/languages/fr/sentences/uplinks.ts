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
  'the store was put back to an earlier state; run `waypost uplink reset NAME --new-generation` on that gateway, so that its new records get numbers of their own':
    'les données ont été remises à un état antérieur ; exécutez `waypost uplink reset NAME --new-generation` sur cette passerelle, pour que ses nouveaux enregistrements aient leurs propres numéros',
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
