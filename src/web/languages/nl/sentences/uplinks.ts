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
  'the store was put back to an earlier state; run `waypost uplink reset NAME --new-generation` on that gateway, so that its new records get numbers of their own':
    'de opslag is teruggezet naar een eerdere toestand; voer op die gateway `waypost uplink reset NAME --new-generation` uit, zodat nieuwe records eigen nummers krijgen',
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
