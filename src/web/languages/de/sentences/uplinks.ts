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
  'the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation` on that gateway, so that its new records get numbers of their own':
    'der Bestand wurde auf einen früheren Stand zurückgesetzt; auf diesem Gateway `waypost uplink reset {name} --new-generation` ausführen, damit seine neuen Datensätze eigene Nummern bekommen',
  'the gateway cannot read or prepare its records ({detail}): run waypost check':
    'das Gateway kann seine Datensätze nicht lesen oder vorbereiten ({detail}): waypost check ausführen',
  'the far side has other records under the ids of this store from entry {number} on: the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation`, so that its new records get numbers of their own':
    'die Gegenseite hat ab Eintrag {number} andere Datensätze unter den Ids dieses Bestands: der Bestand wurde auf einen früheren Stand zurückgesetzt; `waypost uplink reset {name} --new-generation` ausführen, damit seine neuen Datensätze eigene Nummern bekommen',
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
  'the far side did not answer: the records are sent again':
    'die Gegenseite antwortete nicht: die Datensätze werden erneut gesendet',
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
  // MQTT
  'broker {host}: {problem}': 'Broker {host}: {problem}',
  'reason code {code}': 'Code {code}',
  'it does not speak MQTT 5: Waypost needs a broker of MQTT 5 (mosquitto from 1.6, EMQX, HiveMQ, VerneMQ); set the url to one':
    'er spricht kein MQTT 5: Waypost braucht einen Broker für MQTT 5 (mosquitto ab 1.6, EMQX, HiveMQ, VerneMQ); die Adresse auf einen solchen setzen',
  'it does not speak MQTT 5: Waypost needs a broker of MQTT 5 (mosquitto from 1.6, EMQX, HiveMQ, VerneMQ); set the url to one ({detail})':
    'er spricht kein MQTT 5: Waypost braucht einen Broker für MQTT 5 (mosquitto ab 1.6, EMQX, HiveMQ, VerneMQ); die Adresse auf einen solchen setzen ({detail})',
  'it refuses the client id ({detail})': 'er lehnt die Client-Id ab ({detail})',
  'it refuses user or password: set user and password of the uplink to an account of the broker ({detail})':
    'er lehnt Benutzer oder Passwort ab: Benutzer und Passwort der Weiterleitung auf ein Konto des Brokers setzen ({detail})',
  'it does not let this user in: set user and password of the uplink to an account of the broker ({detail})':
    'er lässt diesen Benutzer nicht ein: Benutzer und Passwort der Weiterleitung auf ein Konto des Brokers setzen ({detail})',
  'it does not let this user in: set user and password of the uplink to an account of the broker that may connect ({detail})':
    'er lässt diesen Benutzer nicht ein: Benutzer und Passwort der Weiterleitung auf ein Konto des Brokers setzen, das sich verbinden darf ({detail})',
  'it has banned this client: lift the ban there ({detail})':
    'er hat diesen Client gesperrt: die Sperre dort aufheben ({detail})',
  'it wants another way to sign in than user and password or a client certificate ({detail})':
    'er verlangt eine andere Anmeldung als Benutzer und Passwort oder ein Client-Zertifikat ({detail})',
  'it refuses the topic of the status: set prefix to topics that this user may publish to ({detail})':
    'er lehnt das Topic des Status ab: den Präfix auf Topics setzen, in die dieser Benutzer schreiben darf ({detail})',
  'the packet that connects is too large for it: raise its maximum packet size ({detail})':
    'das Paket zum Verbinden ist ihm zu groß: seine größte Paketgröße erhöhen ({detail})',
  'it keeps no retained messages: allow them there ({detail})':
    'er behält keine Nachrichten (retained): dort erlauben ({detail})',
  'it does not take messages of QoS 1: allow them there ({detail})':
    'er nimmt keine Nachrichten mit QoS 1: dort erlauben ({detail})',
  'another broker is to be used ({detail})': 'ein anderer Broker ist zu benutzen ({detail})',
  'it has moved ({detail})': 'er ist umgezogen ({detail})',
  'it is not available at present ({detail})': 'er ist zurzeit nicht verfügbar ({detail})',
  'it is busy ({detail})': 'er ist beschäftigt ({detail})',
  'it was shut down ({detail})': 'er wurde beendet ({detail})',
  'it received nothing for too long ({detail})': 'er bekam zu lange nichts ({detail})',
  'another client with the same client id took over: two gateways with the same id, or the same uplink twice, use it ({detail})':
    'ein anderer Client mit derselben Client-Id hat übernommen: zwei Gateways mit derselben Id oder dieselbe Weiterleitung doppelt benutzen ihn ({detail})',
  'more messages were unanswered than it takes ({detail})':
    'mehr Nachrichten waren unbeantwortet, als er annimmt ({detail})',
  'a message was larger than it takes ({detail})': 'eine Nachricht war größer, als er annimmt ({detail})',
  'a quota is used up there ({detail})': 'eine Quote ist dort aufgebraucht ({detail})',
  'it was closed there by an administrator ({detail})': 'ein Administrator hat sie dort geschlossen ({detail})',
  'too many connections are made there ({detail})': 'dort werden zu viele Verbindungen aufgebaut ({detail})',
  'it refuses the connection ({detail})': 'er lehnt die Verbindung ab ({detail})',
  'it closed the connection ({detail})': 'er hat die Verbindung geschlossen ({detail})',
  'broker {host} closed the connection': 'Broker {host} hat die Verbindung geschlossen',
  'broker {host} closed the connection before it accepted it: if it speaks MQTT 3.1.1 alone, use one of MQTT 5; otherwise check its log':
    'Broker {host} hat die Verbindung geschlossen, bevor er sie annahm: spricht er nur MQTT 3.1.1, einen für MQTT 5 benutzen; sonst sein Protokoll prüfen',
  'broker {host} {what}: check the network, and whether the broker runs':
    'Broker {host} {what}: das Netz prüfen, und ob der Broker läuft',
  'did not answer within {seconds} s': 'antwortete nicht innerhalb von {seconds} s',
  'does not answer any more': 'antwortet nicht mehr',
  'acknowledged nothing for {seconds} s': 'bestätigte {seconds} s lang nichts',
  '{host} does not answer as a broker of MQTT 5 ({detail}): check the url':
    '{host} antwortet nicht wie ein Broker für MQTT 5 ({detail}): die Adresse prüfen',
  'it does not understand TLS there: check mqtt or mqtts and the port of the url':
    'es versteht dort kein TLS: mqtt oder mqtts und den Port der Adresse prüfen',
  'the url {url} is not valid: set it to one like mqtts://broker.example:8883':
    'die Adresse {url} ist ungültig: eine wie mqtts://broker.example:8883 angeben',
  'a quota of the broker is used up (reason code 0x97): it is tried again':
    'eine Quote des Brokers ist aufgebraucht (Code 0x97): es wird erneut versucht',
  'the connection to the broker was lost': 'die Verbindung zum Broker ging verloren',
  '{problem}, then run `waypost uplink retry {name}`': '{problem}, dann `waypost uplink retry {name}` ausführen',
  'the broker does not let clients without a user publish to {topic}: allow it in its access list ({detail})':
    'der Broker lässt Clients ohne Benutzer nicht in {topic} schreiben: in seiner Zugriffsliste erlauben ({detail})',
  'the broker does not let the user {user} publish to {topic}: allow it in its access list ({detail})':
    'der Broker lässt den Benutzer {user} nicht in {topic} schreiben: in seiner Zugriffsliste erlauben ({detail})',
  'the broker refuses the topic {topic}: allow it there, or change prefix of the uplink ({detail})':
    'der Broker lehnt das Topic {topic} ab: dort erlauben oder den Präfix der Weiterleitung ändern ({detail})',
  'the broker refuses the payload for {topic}: allow JSON texts there ({detail})':
    'der Broker lehnt den Inhalt für {topic} ab: dort JSON-Texte erlauben ({detail})',
  'the broker refuses the message to {topic}: look at its log and mend what it names ({detail})':
    'der Broker lehnt die Nachricht an {topic} ab: sein Protokoll ansehen und beheben, was es nennt ({detail})',
  'the message to {topic} is too large ({bytes} bytes, the broker takes {max}): raise its maximum packet size':
    'die Nachricht an {topic} ist zu groß ({bytes} Bytes, der Broker nimmt {max}): seine größte Paketgröße erhöhen',
  'the broker keeps no retained messages: states and status are seen by present subscribers alone':
    'der Broker behält keine Nachrichten (retained): Zustände und Status sehen nur, die gerade abonniert haben',
  'no commands: the broker refuses the subscription to {topic} (reason code {code}): allow it there':
    'keine Befehle: der Broker lehnt das Abonnement von {topic} ab (Code {code}): dort erlauben',
  // NATS
  'nkeySeed is no seed of an NKey: set it to one that begins with SU':
    'nkeySeed ist kein Seed eines NKey: einen setzen, der mit SU beginnt',
  '{host} refuses the sign-in of {account}: set user and password, or nkeySeed, to those of its account':
    '{host} lehnt die Anmeldung von {account} ab: Benutzer und Passwort oder nkeySeed auf die seines Kontos setzen',
  'the NKey': 'dem NKey',
  'a client without user': 'einem Client ohne Benutzer',
  '{host} does not offer TLS: set up TLS there, or use nats:// without tls':
    '{host} bietet kein TLS: TLS dort einrichten oder nats:// ohne tls benutzen',
  '{host} cannot be reached: what answers there is not a NATS server: check host and port of the url':
    '{host} ist nicht erreichbar: was dort antwortet, ist kein NATS-Server: Host und Port der Adresse prüfen',
  '{host} cannot be reached: no NATS server answered there in time: check host and port of the url, and the network':
    '{host} ist nicht erreichbar: kein NATS-Server antwortete dort rechtzeitig: Host und Port der Adresse prüfen, und das Netz',
  'JetStream is not enabled for this account: enable it in the account of nats-server':
    'JetStream ist für dieses Konto nicht eingeschaltet: im Konto von nats-server einschalten',
  'the subjects of this gateway belong to another stream: set stream to its name (nats stream ls)':
    'die Subjects dieses Gateways gehören zu einem anderen Stream: stream auf seinen Namen setzen (nats stream ls)',
  'the stream is sealed and takes no records: set stream to another one':
    'der Stream ist versiegelt und nimmt keine Datensätze: stream auf einen anderen setzen',
  'the stream is full ({detail}): raise its limits with nats stream edit, or purge it':
    'der Stream ist voll ({detail}): seine Grenzen mit nats stream edit erhöhen oder ihn leeren',
  'the account has no space left ({detail}): raise its JetStream limits':
    'das Konto hat keinen Platz mehr ({detail}): seine Grenzen für JetStream erhöhen',
  'the far side has a problem: {detail}': 'die Gegenseite hat ein Problem: {detail}',
  'the account may not publish to {subject}: give it this permission':
    'das Konto darf nicht in {subject} schreiben: ihm dieses Recht geben',
  'the account may not subscribe to {subject}: give it this permission':
    'das Konto darf {subject} nicht abonnieren: ihm dieses Recht geben',
  'the account may not publish to {subject}: newest locations are not sent; give it this permission':
    'das Konto darf nicht in {subject} schreiben: neueste Positionen werden nicht gesendet; ihm dieses Recht geben',
  'no JetStream answers: start nats-server with -js, or wait until its cluster has a leader':
    'kein JetStream antwortet: nats-server mit -js starten oder warten, bis sein Cluster einen Leader hat',
  'the far side did not answer in time: it is overloaded, or its cluster has no leader':
    'die Gegenseite antwortete nicht rechtzeitig: sie ist überlastet, oder ihr Cluster hat keinen Leader',
  'the connection broke off ({detail})': 'die Verbindung brach ab ({detail})',
  'closed by the far side': 'von der Gegenseite geschlossen',
  'the records were not read back in time': 'die Datensätze wurden nicht rechtzeitig zurückgelesen',
  'it has {bytes} bytes, and the far side takes {max}: raise max_payload of nats-server':
    'er hat {bytes} Bytes, und die Gegenseite nimmt {max}: max_payload von nats-server erhöhen',
  'it has {bytes} bytes, more than the stream {stream} takes: raise its max-msg-size':
    'er hat {bytes} Bytes, mehr als der Stream {stream} nimmt: seine max-msg-size erhöhen',
  'it has more than {bytes} bytes': 'er hat mehr als {bytes} Bytes',
  'the stream {stream} does not take {subjects}: run {command}':
    'der Stream {stream} nimmt {subjects} nicht: {command} ausführen',
  'connected; the stream {stream} is missing: the uplink makes it, if its account may do so':
    'verbunden; der Stream {stream} fehlt: die Weiterleitung legt ihn an, wenn ihr Konto das darf',
  'the stream {stream} is missing and {count} servers are not available for it: set replicas to fewer, or start them':
    'der Stream {stream} fehlt, und {count} Server sind dafür nicht verfügbar: replicas verringern oder sie starten',
  'the stream {stream} is missing, and another stream has its subjects: set stream to its name (nats stream ls)':
    'der Stream {stream} fehlt, und ein anderer Stream hat seine Subjects: stream auf dessen Namen setzen (nats stream ls)',
  'the stream {stream} is missing ({detail}): run {command}':
    'der Stream {stream} fehlt ({detail}): {command} ausführen',
  'this account may not make it': 'dieses Konto darf ihn nicht anlegen',
  'store {store} has {count} entries, but its record {number} is in the stream {stream} already: the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation`, so that its new records get numbers of their own':
    'der Bestand {store} hat {count} Einträge, aber sein Datensatz {number} ist schon im Stream {stream}: der Bestand wurde auf einen früheren Stand zurückgesetzt; `waypost uplink reset {name} --new-generation` ausführen, damit seine neuen Datensätze eigene Nummern bekommen',
  'another record with the id {id} is in the stream {stream} already: the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation`, so that its new records get numbers of their own':
    'ein anderer Datensatz mit der Id {id} ist schon im Stream {stream}: der Bestand wurde auf einen früheren Stand zurückgesetzt; `waypost uplink reset {name} --new-generation` ausführen, damit seine neuen Datensätze eigene Nummern bekommen',
  'another record with the id {id} is in the stream {stream} already':
    'ein anderer Datensatz mit der Id {id} ist schon im Stream {stream}',
  'the stream {stream} still knows the id of a record that is not there any more: it is sent again':
    'der Stream {stream} kennt noch die Id eines Datensatzes, der nicht mehr darin ist: er wird erneut gesendet',
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
