import type { Sentences } from '../../translations.js';

export const uplinks: Sentences<'uplinks'> = {
  // state
  'its position belongs to another far side, {address}: decide where to continue with waypost uplink reset {name} --from cursor|now|start|NUMBER':
    'seine Position gehört zu einem anderen System, {address}: entscheiden, wo es weitergeht, mit waypost uplink reset {name} --from cursor|now|start|NUMBER',
  'some records wait until the clock is trusted, because their time is not known yet':
    'einige Datensätze warten, bis die Uhr verlässlich ist, weil ihre Zeit noch nicht bekannt ist',
  'records behind the newest ones wait for the window {window}': 'ältere Datensätze warten auf die Zeit {window}',
  'the far side refuses more devices than the list of dead letters holds: register them there, then run `waypost uplink retry {name}`':
    'die Gegenseite lehnt mehr Geräte ab, als die Liste fasst: dort anlegen, dann `waypost uplink retry {name}` ausführen',
  'store {store} has {count} entries, but its record {number} is here already: {fix}':
    'der Bestand {store} hat {count} Einträge, aber sein Datensatz {number} ist schon dort: {fix}',
  'another record with the id {id} is here already: {fix}':
    'ein anderer Datensatz mit der Id {id} ist schon dort: {fix}',
  'the store was put back to an earlier state; run `waypost uplink reset NAME --new-generation` on that gateway, so that its new records get numbers of their own':
    'der Bestand wurde auf einen früheren Stand zurückgesetzt; auf diesem Gateway `waypost uplink reset NAME --new-generation` ausführen, damit seine neuen Datensätze eigene Nummern bekommen',
  // connection
  '{host} cannot be reached: {meaning}': '{host} ist nicht erreichbar: {meaning}',
  'nothing listens there: check host and port of the url, and whether the far side runs':
    'dort hört niemand zu: Host und Port der Adresse prüfen, und ob die Gegenseite läuft',
  'it closed the connection without an answer': 'es hat die Verbindung ohne Antwort geschlossen',
  'this name does not exist: check the url and the DNS server':
    'diesen Namen gibt es nicht: Adresse und DNS-Server prüfen',
  'no DNS server answers: check the network': 'kein DNS-Server antwortet: das Netz prüfen',
  'there is no route to it: check the network': 'es gibt keinen Weg dorthin: das Netz prüfen',
  'it did not answer in time: check the network': 'es antwortete nicht rechtzeitig: das Netz prüfen',
  'no known authority has signed its certificate: set tls.ca to the CA certificate of the far side':
    'keine bekannte Stelle hat sein Zertifikat signiert: tls.ca auf das CA-Zertifikat der Gegenseite setzen',
  'its certificate has expired: renew it there, or check the clock here':
    'sein Zertifikat ist abgelaufen: dort erneuern oder die Uhr hier prüfen',
  'its certificate is not valid yet: check the clocks of both sides':
    'sein Zertifikat gilt noch nicht: die Uhren beider Seiten prüfen',
  'its certificate is for another name: use that name in the url':
    'sein Zertifikat gilt für einen anderen Namen: diesen Namen in der Adresse benutzen',
  'it does not understand TLS there, or refuses this version of it: check http or https and the port of the url':
    'es versteht dort kein TLS oder lehnt diese Version ab: http oder https und den Port der Adresse prüfen',
  'it does not understand TLS there: check http or https and the port of the url':
    'es versteht dort kein TLS: http oder https und den Port der Adresse prüfen',
  'what answers there is not HTTP: check http or https and the port of the url':
    'was dort antwortet, ist kein HTTP: http oder https und den Port der Adresse prüfen',
  'it requires a client certificate, or refuses this one: set tls.cert and tls.key to a certificate that it knows':
    'es verlangt ein Client-Zertifikat oder lehnt dieses ab: tls.cert und tls.key auf ein Zertifikat setzen, das es kennt',
  'tls.key is not the key of tls.cert': 'tls.key ist nicht der Schlüssel zu tls.cert',
  'a file of tls (ca, cert, key) is no valid PEM': 'eine Datei von tls (ca, cert, key) ist kein gültiges PEM',
  '{problem}: set it to the right file': '{problem}: die richtige Datei setzen',
  'uplink {name}: tls.{field}: {problem}': 'Weiterleitung {name}: tls.{field}: {problem}',
  '{file} is no PEM file': '{file} ist keine PEM-Datei',
  'cannot read {file}: {detail}': '{file} ist nicht lesbar: {detail}',
  '{host} did not answer in time': '{host} antwortete nicht rechtzeitig',
  '{host} answered more than {bytes} bytes, expected JSON of the API':
    '{host} antwortete mehr als {bytes} Bytes, erwartet war JSON der API',
  '{host} redirects {target}, and redirects are not followed: set the url to the address of the API itself':
    '{host} leitet um {target}, und Umleitungen wird nicht gefolgt: die Adresse der API selbst angeben',
  '{host} did not answer as the API does, in JSON ({answer}): check the url':
    '{host} antwortete nicht wie die API, in JSON ({answer}): die Adresse prüfen',
  'the connection was closed in the middle of the answer': 'die Verbindung wurde mitten in der Antwort geschlossen',
  // far side
  'not connected yet': 'noch nicht verbunden',
  'not connected': 'nicht verbunden',
  'the url {url} is not valid: set it to one like https://center.example':
    'die Adresse {url} ist ungültig: eine wie https://center.example angeben',
  '{setting} is not set: set it in the settings of the uplink':
    '{setting} fehlt: in den Einstellungen der Weiterleitung setzen',
  'there is no API at the url ({error} for /api/Auth/Token): check the url':
    'an der Adresse ist keine API ({error} für /api/Auth/Token): die Adresse prüfen',
  'the far side refuses the sign-in of {user} ({error}): set userName and apiKey':
    'die Gegenseite lehnt die Anmeldung von {user} ab ({error}): Benutzername und API-Schlüssel setzen',
  'the far side refuses a new token of {user} ({error})':
    'die Gegenseite lehnt eine neue Anmeldung von {user} ab ({error})',
  'the far side refuses the user {user} ({error}): they need the privilege ingest, unrestricted':
    'die Gegenseite lehnt den Benutzer {user} ab ({error}): nötig ist das Recht ingest, ohne Einschränkung',
  'the far side is busy or has a fault ({error})': 'die Gegenseite ist beschäftigt oder gestört ({error})',
  'the far side refuses the records: {error}': 'die Gegenseite lehnt die Datensätze ab: {error}',
  'the far side answers {status}': 'die Gegenseite antwortet {status}',
  'unexpected answer: {error}': 'unerwartete Antwort: {error}',
  'the answer of the far side does not name what became of each record: check its version':
    'die Antwort der Gegenseite nennt nicht, was aus jedem Datensatz wurde: ihre Version prüfen',
  'refused without a reason': 'ohne Grund abgelehnt',
  'this far side has no call that stores alerts: only locations are forwarded':
    'dieses System speichert keine Alarme: nur Positionen werden weitergeleitet',
  // API
  'connected to {url}': 'verbunden mit {url}',
  'no answer from {url} within {seconds} s: check the address, and the way to it':
    'keine Antwort von {url} innerhalb von {seconds} s: die Adresse und den Weg dorthin prüfen',
  '{count} tests are running: try again when one ends': '{count} Tests laufen: erneut versuchen, wenn einer endet',
  'limit of {count} uplinks reached: remove one first':
    'Grenze von {count} Weiterleitungen erreicht: erst eine entfernen',
  'uplink {name} is set by the configuration: {fix}': 'die Weiterleitung {name} steht in der Konfiguration: {fix}',
  'change it in the list uplinks there and restart the gateway, or use another name':
    'dort in der Liste uplinks ändern und das Gateway neu starten, oder einen anderen Namen benutzen',
  'uplink {name} not found: GET /api/uplinks lists the uplinks':
    'Weiterleitung {name} nicht gefunden: GET /api/uplinks zeigt sie',
  '/from must not be beyond the newest entry, {number}':
    'die Nummer darf nicht über dem neuesten Eintrag liegen, {number}',
};
