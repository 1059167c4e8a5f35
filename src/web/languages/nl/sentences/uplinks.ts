import type { Sentences } from '../../translations.js';

export const uplinks: Sentences<'uplinks'> = {
  // state
  'its position belongs to another far side, {address}: decide where to continue with waypost uplink reset {name} --from cursor|now|start|NUMBER':
    'zijn positie hoort bij een ander systeem, {address}: beslis waar het verdergaat met waypost uplink reset {name} --from cursor|now|start|NUMBER',
  'some records wait until the clock is trusted, because their time is not known yet':
    'sommige records wachten tot de klok betrouwbaar is, omdat hun tijd nog niet bekend is',
  'records behind the newest ones wait for the window {window}': 'oudere records wachten op de tijd {window}',
  'the far side refuses more devices than the list of dead letters holds: register them there, then run `waypost uplink retry {name}`':
    'de andere kant weigert meer apparaten dan de lijst kan bevatten: registreer ze daar en voer dan `waypost uplink retry {name}` uit',
  'store {store} has {count} entries, but its record {number} is here already: {fix}':
    'de opslag {store} heeft {count} regels, maar record {number} ervan is er al: {fix}',
  'another record with the id {id} is here already: {fix}': 'er is al een ander record met de id {id}: {fix}',
  'the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation` on that gateway, so that its new records get numbers of their own':
    'de opslag is teruggezet naar een eerdere toestand; voer op die gateway `waypost uplink reset {name} --new-generation` uit, zodat nieuwe records eigen nummers krijgen',
  'the gateway cannot read or prepare its records ({detail}): run waypost check':
    'de gateway kan zijn records niet lezen of voorbereiden ({detail}): voer waypost check uit',
  'the far side has other records under the ids of this store from entry {number} on: the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation`, so that its new records get numbers of their own':
    'het centrale systeem heeft vanaf regel {number} andere records onder de id’s van deze opslag: de opslag is teruggezet naar een eerdere toestand; voer `waypost uplink reset {name} --new-generation` uit, zodat de nieuwe records eigen nummers krijgen',
  // connection
  '{host} cannot be reached: {meaning}': '{host} is niet bereikbaar: {meaning}',
  'nothing listens there: check host and port of the url, and whether the far side runs':
    'daar luistert niets: controleer host en poort van het adres, en of de andere kant draait',
  'it closed the connection without an answer': 'het sloot de verbinding zonder antwoord',
  'this name does not exist: check the url and the DNS server':
    'deze naam bestaat niet: controleer het adres en de DNS-server',
  'no DNS server answers: check the network': 'geen DNS-server antwoordt: controleer het netwerk',
  'there is no route to it: check the network': 'er is geen route naartoe: controleer het netwerk',
  'it did not answer in time: check the network': 'het antwoordde niet op tijd: controleer het netwerk',
  'no known authority has signed its certificate: set tls.ca to the CA certificate of the far side':
    'geen bekende autoriteit heeft het certificaat ondertekend: zet tls.ca op het CA-certificaat van de andere kant',
  'its certificate has expired: renew it there, or check the clock here':
    'het certificaat is verlopen: vernieuw het daar, of controleer de klok hier',
  'its certificate is not valid yet: check the clocks of both sides':
    'het certificaat is nog niet geldig: controleer de klokken aan beide kanten',
  'its certificate is for another name: use that name in the url':
    'het certificaat is voor een andere naam: gebruik die naam in het adres',
  'it does not understand TLS there, or refuses this version of it: check http or https and the port of the url':
    'het begrijpt daar geen TLS, of weigert deze versie: controleer http of https en de poort van het adres',
  'it does not understand TLS there: check http or https and the port of the url':
    'het begrijpt daar geen TLS: controleer http of https en de poort van het adres',
  'what answers there is not HTTP: check http or https and the port of the url':
    'wat daar antwoordt is geen HTTP: controleer http of https en de poort van het adres',
  'it requires a client certificate, or refuses this one: set tls.cert and tls.key to a certificate that it knows':
    'het eist een clientcertificaat, of weigert dit: zet tls.cert en tls.key op een certificaat dat het kent',
  'tls.key is not the key of tls.cert': 'tls.key is niet de sleutel van tls.cert',
  'a file of tls (ca, cert, key) is no valid PEM': 'een bestand van tls (ca, cert, key) is geen geldige PEM',
  '{problem}: set it to the right file': '{problem}: stel het juiste bestand in',
  'uplink {name}: tls.{field}: {problem}': 'doorsturing {name}: tls.{field}: {problem}',
  '{file} is no PEM file': '{file} is geen PEM-bestand',
  'cannot read {file}: {detail}': 'kan {file} niet lezen: {detail}',
  '{host} did not answer in time': '{host} antwoordde niet op tijd',
  '{host} answered more than {bytes} bytes, expected JSON of the API':
    '{host} antwoordde meer dan {bytes} bytes, verwacht was JSON van de API',
  '{host} redirects {target}, and redirects are not followed: set the url to the address of the API itself':
    '{host} leidt om {target}, en omleidingen worden niet gevolgd: geef het adres van de API zelf',
  '{host} did not answer as the API does, in JSON ({answer}): check the url':
    '{host} antwoordde niet zoals de API, in JSON ({answer}): controleer het adres',
  'the connection was closed in the middle of the answer': 'de verbinding werd midden in het antwoord gesloten',
  'the far side did not answer: the records are sent again':
    'de andere kant antwoordde niet: de records worden opnieuw verzonden',
  // far side
  'not connected yet': 'nog niet verbonden',
  'not connected': 'niet verbonden',
  'the url {url} is not valid: set it to one like https://center.example':
    'het adres {url} is niet geldig: geef er een zoals https://center.example',
  '{setting} is not set: set it in the settings of the uplink':
    '{setting} ontbreekt: stel het in bij de instellingen van de doorsturing',
  'there is no API at the url ({error} for /api/Auth/Token): check the url':
    'er is geen API op het adres ({error} voor /api/Auth/Token): controleer het adres',
  'the far side refuses the sign-in of {user} ({error}): set userName and apiKey':
    'de andere kant weigert de aanmelding van {user} ({error}): stel gebruikersnaam en API-sleutel in',
  'the far side refuses a new token of {user} ({error})':
    'de andere kant weigert een nieuwe aanmelding van {user} ({error})',
  'the far side refuses the user {user} ({error}): they need the privilege ingest, unrestricted':
    'de andere kant weigert de gebruiker {user} ({error}): nodig is het recht ingest, onbeperkt',
  'the far side is busy or has a fault ({error})': 'de andere kant is bezet of heeft een storing ({error})',
  'the far side refuses the records: {error}': 'de andere kant weigert de records: {error}',
  'the far side answers {status}': 'de andere kant antwoordt {status}',
  'unexpected answer: {error}': 'onverwacht antwoord: {error}',
  'the answer of the far side does not name what became of each record: check its version':
    'het antwoord van de andere kant noemt niet wat er met elk record gebeurde: controleer de versie',
  'refused without a reason': 'zonder reden geweigerd',
  'this far side has no call that stores alerts: only locations are forwarded':
    'dit systeem slaat geen alarmen op: alleen locaties worden doorgestuurd',
  // MQTT
  'broker {host}: {problem}': 'de broker {host}: {problem}',
  'reason code {code}': 'code {code}',
  'it does not speak MQTT 5: Waypost needs a broker of MQTT 5 (mosquitto from 1.6, EMQX, HiveMQ, VerneMQ); set the url to one':
    'hij spreekt geen MQTT 5: Waypost heeft een broker voor MQTT 5 nodig (mosquitto vanaf 1.6, EMQX, HiveMQ, VerneMQ); stel het adres van zo’n broker in',
  'it does not speak MQTT 5: Waypost needs a broker of MQTT 5 (mosquitto from 1.6, EMQX, HiveMQ, VerneMQ); set the url to one ({detail})':
    'hij spreekt geen MQTT 5: Waypost heeft een broker voor MQTT 5 nodig (mosquitto vanaf 1.6, EMQX, HiveMQ, VerneMQ); stel het adres van zo’n broker in ({detail})',
  'it refuses the client id ({detail})': 'hij weigert de client-id ({detail})',
  'it refuses user or password: set user and password of the uplink to an account of the broker ({detail})':
    'hij weigert gebruiker of wachtwoord: stel die van een account van de broker in ({detail})',
  'it does not let this user in: set user and password of the uplink to an account of the broker ({detail})':
    'hij laat deze gebruiker niet toe: stel gebruiker en wachtwoord van een account van de broker in ({detail})',
  'it does not let this user in: set user and password of the uplink to an account of the broker that may connect ({detail})':
    'hij laat deze gebruiker niet toe: stel gebruiker en wachtwoord in van een account van de broker dat mag verbinden ({detail})',
  'it has banned this client: lift the ban there ({detail})':
    'hij heeft deze client geblokkeerd: hef de blokkade daar op ({detail})',
  'it wants another way to sign in than user and password or a client certificate ({detail})':
    'hij wil een andere aanmelding dan gebruiker en wachtwoord of een clientcertificaat ({detail})',
  'it refuses the topic of the status: set prefix to topics that this user may publish to ({detail})':
    'hij weigert het topic van de status: zet prefix op topics waarnaar deze gebruiker mag publiceren ({detail})',
  'the packet that connects is too large for it: raise its maximum packet size ({detail})':
    'het verbindingspakket is te groot voor hem: verhoog zijn maximale pakketgrootte ({detail})',
  'it keeps no retained messages: allow them there ({detail})':
    'hij bewaart geen retained berichten: sta ze daar toe ({detail})',
  'it does not take messages of QoS 1: allow them there ({detail})':
    'hij neemt geen berichten met QoS 1 aan: sta ze daar toe ({detail})',
  'another broker is to be used ({detail})': 'er moet een andere broker worden gebruikt ({detail})',
  'it has moved ({detail})': 'hij is verhuisd ({detail})',
  'it is not available at present ({detail})': 'hij is nu niet beschikbaar ({detail})',
  'it is busy ({detail})': 'hij is bezet ({detail})',
  'it was shut down ({detail})': 'hij is afgesloten ({detail})',
  'it received nothing for too long ({detail})': 'hij ontving te lang niets ({detail})',
  'another client with the same client id took over: two gateways with the same id, or the same uplink twice, use it ({detail})':
    'een andere client met dezelfde client-id nam over: twee gateways met dezelfde id, of dezelfde doorsturing dubbel, gebruiken hem ({detail})',
  'more messages were unanswered than it takes ({detail})':
    'er waren meer onbeantwoorde berichten dan hij aanneemt ({detail})',
  'a message was larger than it takes ({detail})': 'een bericht was groter dan hij aanneemt ({detail})',
  'a quota is used up there ({detail})': 'daar is een quotum opgebruikt ({detail})',
  'it was closed there by an administrator ({detail})': 'een beheerder heeft haar daar gesloten ({detail})',
  'too many connections are made there ({detail})': 'daar worden te veel verbindingen gemaakt ({detail})',
  'it refuses the connection ({detail})': 'hij weigert de verbinding ({detail})',
  'it closed the connection ({detail})': 'hij sloot de verbinding ({detail})',
  'broker {host} closed the connection': 'broker {host} sloot de verbinding',
  'broker {host} closed the connection before it accepted it: if it speaks MQTT 3.1.1 alone, use one of MQTT 5; otherwise check its log':
    'broker {host} sloot de verbinding voordat hij haar aannam: spreekt hij alleen MQTT 3.1.1, gebruik er dan een voor MQTT 5; controleer anders zijn log',
  'broker {host} {what}: check the network, and whether the broker runs':
    'broker {host} {what}: controleer het netwerk, en of de broker draait',
  'did not answer within {seconds} s': 'antwoordde niet binnen {seconds} s',
  'does not answer any more': 'antwoordt niet meer',
  'acknowledged nothing for {seconds} s': 'bevestigde {seconds} s lang niets',
  '{host} does not answer as a broker of MQTT 5 ({detail}): check the url':
    '{host} antwoordt niet als een broker voor MQTT 5 ({detail}): controleer het adres',
  'it does not understand TLS there: check mqtt or mqtts and the port of the url':
    'hij begrijpt daar geen TLS: controleer mqtt of mqtts en de poort van het adres',
  'the url {url} is not valid: set it to one like mqtts://broker.example:8883':
    'het adres {url} is niet geldig: geef er een als mqtts://broker.example:8883',
  'a quota of the broker is used up (reason code 0x97): it is tried again':
    'een quotum van de broker is opgebruikt (code 0x97): het wordt opnieuw geprobeerd',
  'the connection to the broker was lost': 'de verbinding met de broker ging verloren',
  '{problem}, then run `waypost uplink retry {name}`': '{problem}, en voer dan `waypost uplink retry {name}` uit',
  'the broker does not let clients without a user publish to {topic}: allow it in its access list ({detail})':
    'de broker laat clients zonder gebruiker niet naar {topic} publiceren: sta het toe in zijn toegangslijst ({detail})',
  'the broker does not let the user {user} publish to {topic}: allow it in its access list ({detail})':
    'de broker laat de gebruiker {user} niet naar {topic} publiceren: sta het toe in zijn toegangslijst ({detail})',
  'the broker refuses the topic {topic}: allow it there, or change prefix of the uplink ({detail})':
    'de broker weigert het topic {topic}: sta het daar toe, of wijzig prefix van de doorsturing ({detail})',
  'the broker refuses the payload for {topic}: allow JSON texts there ({detail})':
    'de broker weigert de inhoud voor {topic}: sta daar JSON-teksten toe ({detail})',
  'the broker refuses the message to {topic}: look at its log and mend what it names ({detail})':
    'de broker weigert het bericht aan {topic}: kijk in zijn log en herstel wat het noemt ({detail})',
  'the message to {topic} is too large ({bytes} bytes, the broker takes {max}): raise its maximum packet size':
    'het bericht aan {topic} is te groot ({bytes} bytes, de broker neemt {max} aan): verhoog zijn maximale pakketgrootte',
  'the broker keeps no retained messages: states and status are seen by present subscribers alone':
    'de broker bewaart geen retained berichten: toestanden en status zien alleen aanwezige abonnees',
  'no commands: the broker refuses the subscription to {topic} (reason code {code}): allow it there':
    'geen opdrachten: de broker weigert het abonnement op {topic} (code {code}): sta het daar toe',
  // NATS
  'nkeySeed is no seed of an NKey: set it to one that begins with SU':
    'nkeySeed is geen seed van een NKey: stel er een in die met SU begint',
  '{host} refuses the sign-in of {account}: set user and password, or nkeySeed, to those of its account':
    '{host} weigert de aanmelding van {account}: stel gebruiker en wachtwoord, of nkeySeed, van zijn account in',
  'the NKey': 'de NKey',
  'a client without user': 'een client zonder gebruiker',
  '{host} does not offer TLS: set up TLS there, or use nats:// without tls':
    '{host} biedt geen TLS: richt het daar in, of gebruik nats:// zonder tls',
  '{host} cannot be reached: what answers there is not a NATS server: check host and port of the url':
    '{host} is niet bereikbaar: wat daar antwoordt, is geen NATS-server: controleer host en poort van het adres',
  '{host} cannot be reached: no NATS server answered there in time: check host and port of the url, and the network':
    '{host} is niet bereikbaar: geen NATS-server antwoordde daar op tijd: controleer host en poort van het adres, en het netwerk',
  'JetStream is not enabled for this account: enable it in the account of nats-server':
    'JetStream is voor dit account niet ingeschakeld: schakel het in bij het account van nats-server',
  'the subjects of this gateway belong to another stream: set stream to its name (nats stream ls)':
    'de subjects van deze gateway horen bij een andere stream: zet stream op zijn naam (nats stream ls)',
  'the stream is sealed and takes no records: set stream to another one':
    'de stream is verzegeld en neemt geen records aan: stel een andere stream in',
  'the stream is full ({detail}): raise its limits with nats stream edit, or purge it':
    'de stream is vol ({detail}): verhoog zijn grenzen met nats stream edit, of maak hem leeg',
  'the account has no space left ({detail}): raise its JetStream limits':
    'het account heeft geen ruimte meer ({detail}): verhoog zijn JetStream-grenzen',
  'the far side has a problem: {detail}': 'de andere kant heeft een probleem: {detail}',
  'the account may not publish to {subject}: give it this permission':
    'het account mag niet naar {subject} publiceren: geef het dit recht',
  'the account may not subscribe to {subject}: give it this permission':
    'het account mag zich niet op {subject} abonneren: geef het dit recht',
  'the account may not publish to {subject}: newest locations are not sent; give it this permission':
    'het account mag niet naar {subject} publiceren: de nieuwste locaties worden niet verzonden; geef het dit recht',
  'no JetStream answers: start nats-server with -js, or wait until its cluster has a leader':
    'geen JetStream antwoordt: start nats-server met -js, of wacht tot zijn cluster een leider heeft',
  'the far side did not answer in time: it is overloaded, or its cluster has no leader':
    'de andere kant antwoordde niet op tijd: hij is overbelast, of zijn cluster heeft geen leider',
  'the connection broke off ({detail})': 'de verbinding brak af ({detail})',
  'closed by the far side': 'gesloten door de andere kant',
  'the records were not read back in time': 'de records werden niet op tijd teruggelezen',
  'it has {bytes} bytes, and the far side takes {max}: raise max_payload of nats-server':
    'het heeft {bytes} bytes, en de andere kant neemt {max} aan: verhoog max_payload van nats-server',
  'it has {bytes} bytes, more than the stream {stream} takes: raise its max-msg-size':
    'het heeft {bytes} bytes, meer dan de stream {stream} aanneemt: verhoog zijn max-msg-size',
  'it has more than {bytes} bytes': 'het heeft meer dan {bytes} bytes',
  'the stream {stream} does not take {subjects}: run {command}':
    'de stream {stream} neemt {subjects} niet aan: voer {command} uit',
  'connected; the stream {stream} is missing: the uplink makes it, if its account may do so':
    'verbonden; de stream {stream} ontbreekt: de doorsturing maakt hem, als haar account dat mag',
  'the stream {stream} is missing and {count} servers are not available for it: set replicas to fewer, or start them':
    'de stream {stream} ontbreekt en {count} servers zijn er niet voor: verlaag replicas, of start ze',
  'the stream {stream} is missing, and another stream has its subjects: set stream to its name (nats stream ls)':
    'de stream {stream} ontbreekt, en een andere stream heeft zijn subjects: zet stream op die naam (nats stream ls)',
  'the stream {stream} is missing ({detail}): run {command}':
    'de stream {stream} ontbreekt ({detail}): voer {command} uit',
  'this account may not make it': 'dit account mag hem niet maken',
  'store {store} has {count} entries, but its record {number} is in the stream {stream} already: the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation`, so that its new records get numbers of their own':
    'de opslag {store} heeft {count} regels, maar record {number} staat al in de stream {stream}: de opslag is teruggezet naar een eerdere toestand; voer `waypost uplink reset {name} --new-generation` uit, zodat de nieuwe records eigen nummers krijgen',
  'another record with the id {id} is in the stream {stream} already: the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation`, so that its new records get numbers of their own':
    'er staat al een ander record met de id {id} in de stream {stream}: de opslag is teruggezet naar een eerdere toestand; voer `waypost uplink reset {name} --new-generation` uit, zodat de nieuwe records eigen nummers krijgen',
  'another record with the id {id} is in the stream {stream} already':
    'er staat al een ander record met de id {id} in de stream {stream}',
  'the stream {stream} still knows the id of a record that is not there any more: it is sent again':
    'de stream {stream} kent nog de id van een record dat er niet meer in staat: het wordt opnieuw verstuurd',
  // API
  'connected to {url}': 'verbonden met {url}',
  'no answer from {url} within {seconds} s: check the address, and the way to it':
    'geen antwoord van {url} binnen {seconds} s: controleer het adres en de weg ernaartoe',
  '{count} tests are running: try again when one ends':
    'er lopen {count} tests: probeer het opnieuw als er een klaar is',
  'limit of {count} uplinks reached: remove one first':
    'limiet van {count} doorsturingen bereikt: verwijder er eerst een',
  'uplink {name} is set by the configuration: {fix}': 'de doorsturing {name} staat in de configuratie: {fix}',
  'change it in the list uplinks there and restart the gateway, or use another name':
    'wijzig het daar in de lijst uplinks en herstart de gateway, of gebruik een andere naam',
  'uplink {name} not found: GET /api/uplinks lists the uplinks':
    'doorsturing {name} niet gevonden: GET /api/uplinks toont ze',
  '/from must not be beyond the newest entry, {number}':
    'het nummer mag niet voorbij de nieuwste regel liggen, {number}',
};
