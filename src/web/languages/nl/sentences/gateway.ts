import type { Sentences } from '../../translations.js';

export const gateway: Sentences<'gateway'> = {
  // addresses
  'a plain mail address, like depot@example.com': 'een gewoon e-mailadres, zoals depot@example.com',
  'a telephone number: + and 3 to 15 digits, like +34600111222, or as dialed within the country':
    'een telefoonnummer: + en 3 tot 15 cijfers, zoals +34600111222, of zoals gekozen binnen het land',
  // clock
  'the user already has an access key {name}': 'de gebruiker heeft al een toegangssleutel {name}',
  'limit of {count} access keys of one user reached: remove one first':
    'hoogstens {count} toegangssleutels per gebruiker: trek er eerst een in',
  '/expires is in the past': 'Het einde ligt in het verleden.',
  'an access key confirms nothing: give your password or your API key':
    'Een toegangssleutel bevestigt niets: geef uw wachtwoord of uw API-sleutel.',
  'the clock shows {time}, {why}: {advice}': 'de klok staat op {time}, {why}: {advice}',
  'set it: connect the gateway to a network with time servers, fit a battery-backed clock, or run `date -s` as root':
    'zet de klok gelijk: verbind de gateway met een netwerk met tijdservers, bouw een batterijklok in of voer `date -s` uit als root',
  'if the clock is right, run `waypost clock accept`; else set it: connect the gateway to a network with time servers, or run `date -s` as root':
    'als de klok goed staat, voer dan `waypost clock accept` uit; zet hem anders gelijk: verbind de gateway met een netwerk met tijdservers of voer `date -s` uit als root',
  'but this program was built on {time}': 'maar dit programma is gebouwd op {time}',
  'but trackers report the GNSS time {time}': 'maar trackers melden de GNSS-tijd {time}',
  'but the newest stored time is {time}': 'maar de nieuwste opgeslagen tijd is {time}',
  'it was behind the newest stored time and has not been set since':
    'die liep achter op de nieuwste opgeslagen tijd en is sindsdien niet gelijkgezet',
  'nothing reports whether time servers synchronize the system clock':
    'niets meldt of tijdservers de systeemklok synchroniseren',
  'time servers synchronize the system clock': 'tijdservers synchroniseren de systeemklok',
  'no time server synchronizes the system clock': 'geen tijdserver synchroniseert de systeemklok',
  'three consecutive fixes agree on {time}': 'drie opeenvolgende posities komen uit op {time}',
  'no tracker reports satellite time, or the trackers disagree':
    'geen tracker meldt satelliettijd, of de trackers zijn het niet eens',
  'the battery-backed clock reads {time}': 'de batterijklok staat op {time}',
  'no battery-backed clock runs': 'er loopt geen batterijklok',
  'the newest entry is from {time}': 'de nieuwste vermelding is van {time}',
  'nothing is stored yet': 'er is nog niets opgeslagen',
  'Waypost was built on {time}': 'Waypost is gebouwd op {time}',
  // store
  'the disk is full': 'de schijf is vol',
  'the disk is full (quota)': 'de schijf is vol (quota)',
  'the disk is full (quota, EDQUOT)': 'de schijf is vol (quota, EDQUOT)',
  'the disk is read-only, as a worn card becomes': 'de schijf is alleen-lezen, zoals een versleten kaart wordt',
  'the disk is failing': 'de schijf is defect',
  'the disk is too slow: try again': 'de schijf is te traag: probeer het opnieuw',
  'the store cannot write at present: try again': 'de opslag kan nu niet schrijven: probeer het opnieuw',
  'entry {number} is missing': 'vermelding {number} ontbreekt',
  'entries {from} to {to} are missing': 'de vermeldingen {from} tot {to} ontbreken',
  '{file}: bytes {from} to {to} are damaged{copy}': '{file}: bytes {from} tot {to} zijn beschadigd{copy}',
  ', saved as {file}': ', bewaard als {file}',
  ', and could not be saved': ', en konden niet worden bewaard',
  '{file} was damaged, saved as {copy}: every user has to sign in again':
    '{file} was beschadigd, bewaard als {copy}: iedereen moet opnieuw inloggen',
  '{file} was damaged: set these again if they had a secret: {secrets}; then remove {copies}':
    '{file} was beschadigd: stel deze opnieuw in als ze een geheim hadden: {secrets}; verwijder daarna {copies}',
  '{file} is damaged and could not be set aside ({reason}): every user has to sign in again after each start':
    '{file} is beschadigd en kon niet opzij worden gezet ({reason}): na elke start moet iedereen opnieuw inloggen',
  '{folder} was in use before, but its log is gone: restore a backup':
    '{folder} was al in gebruik, maar het logboek ontbreekt: zet een back-up terug',
  'the data folder {folder} is gone: mount its disk again, or restore a backup; then restart the gateway':
    'de gegevensmap {folder} is weg: koppel de schijf weer aan of zet een back-up terug; herstart daarna de gateway',
  'the store is closed': 'de opslag is gesloten',
  // email
  'the gateway tries again later': 'de gateway probeert het later opnieuw',
  'the gateway stopped': 'de gateway is gestopt',
  'mail server {server} not found: {reply}': 'mailserver {server} niet gevonden: {reply}',
  'the certificate of {server} is not trusted: {reply}': 'het certificaat van {server} wordt niet vertrouwd: {reply}',
  '{server} rejects the connection: {reply}': '{server} weigert de verbinding: {reply}',
  '{server} offers no TLS (STARTTLS): {reply}': '{server} biedt geen TLS (STARTTLS): {reply}',
  'the TLS handshake with {server} failed: {reply}': 'de TLS-handshake met {server} is mislukt: {reply}',
  '{server} is unreachable: {reply}': '{server} is onbereikbaar: {reply}',
  '{server} sent no greeting: {reply}': '{server} stuurde geen begroeting: {reply}',
  'cannot sign in to {server} as {user}: {reply}': 'aanmelden bij {server} als {user} lukt niet: {reply}',
  '{server} rejects the user {user}: {reply}': '{server} weigert de gebruiker {user}: {reply}',
  '{server} rejects mail to {to}: {reply}': '{server} weigert mail aan {to}: {reply}',
  '{server} rejects mail from {from}: {reply}': '{server} weigert mail van {from}: {reply}',
  '{server} rejects the text: {reply}': '{server} weigert de tekst: {reply}',
  'the reply states the reason': 'het antwoord noemt de reden',
  'the text was sent to {server}, but it is unknown whether it was accepted: {reply}':
    'de tekst is naar {server} verzonden, maar of die is aanvaard, is niet bekend: {reply}',
  'ask the recipient before you send it again': 'vraag het de ontvanger voordat u opnieuw verzendt',
  'check the address': 'controleer het adres',
  'a sending limit of {server} is reached: {reply}': 'een verzendlimiet van {server} is bereikt: {reply}',
  '{server} takes no mail from this gateway: {reply}': '{server} neemt geen mail van deze gateway aan: {reply}',
  'ask its operator': 'vraag het de beheerder ervan',
  "check {host}, {port} and the gateway's network connection":
    'controleer {host}, {port} en de netwerkverbinding van de gateway',
  'email is off': 'e-mail staat uit',
  'email has no sender': 'e-mail heeft geen afzender',
  // SMS
  'the network rejects the SIM': 'het netwerk weigert de sim',
  'ask the operator whether it is active': 'vraag de provider of die actief is',
  'the modem is not registered with a network yet': 'het modem is nog niet aangemeld op een netwerk',
  'check the antenna if this lasts': 'controleer de antenne als dit aanhoudt',
  'the modem does not respond': 'het modem antwoordt niet',
  'the modem sent an unexpected response': 'het modem gaf een onverwacht antwoord',
  'the modem replied {text}': 'het modem antwoordde {text}',
  'switch its power off and on, and check its cable': 'schakel het uit en weer in, en controleer de kabel',
  'the text was handed over, but {problem}': 'de tekst is overgedragen, maar {problem}',
  'the SIM requires its PIN': 'de sim vereist de pincode',
  'set {key}, 4 to 8 digits': 'stel {key} in, 4 tot 8 cijfers',
  'no SIM in the modem': 'geen sim in het modem',
  'insert one': 'plaats er een',
  'no SIM in the modem: insert one': 'geen sim in het modem: plaats er een',
  'the SIM does not become ready': 'de sim wordt niet gereed',
  'insert it again, or replace it': 'plaats die opnieuw of vervang die',
  'unlock it in a telephone': 'ontgrendel die in een telefoon',
  'the network is congested': 'het netwerk is overbelast',
  'the network is out of order': 'het netwerk is buiten werking',
  'the network did not respond in time': 'het netwerk antwoordde niet op tijd',
  'the network does not know the SIM of this gateway: ask the operator whether it is active':
    'het netwerk kent de simkaart van deze gateway niet: vraag de provider of deze actief is',
  'the network rejects SMS of this SIM: ask the operator, and check its credit':
    'het netwerk weigert sms van deze simkaart: vraag het de provider en controleer het tegoed',
  'the number of the message center is unknown: set {key}':
    'het nummer van de berichtencentrale is onbekend: stel {key} in',
  'the number is not assigned: correct it': 'het nummer is niet toegekend: corrigeer het',
  'the operator bars this SIM: ask the operator': 'de provider blokkeert deze sim: vraag het de provider',
  'the contract does not include SMS: ask the operator': 'het contract omvat geen sms: vraag het de provider',
  // outbox
  'not sent in time: {reason}': 'niet op tijd verzonden: {reason}',
  'the gateway stopped while sending it: it may have been sent':
    'de gateway stopte tijdens het verzenden: het is misschien verzonden',
  // API
  'requires privilege {privilege}': 'vereist het recht {privilege}',
  'device {id} not found': 'apparaat {id} niet gevonden',
  'alert {id} not found': 'alarm {id} niet gevonden',
  'user {id} not found': 'gebruiker {id} niet gevonden',
  'group {id} not found': 'groep {id} niet gevonden',
  'unknown device {id} not found': 'onbekend apparaat {id} niet gevonden',
  'port {path} not found: {advice}': 'poort {path} niet gevonden: {advice}',
  'device {id} already exists': 'apparaat {id} bestaat al',
  'device {id} has expired': 'apparaat {id} is verlopen',
  'all {count} licenses are in use: let a device expire, or raise licenses.total':
    'alle {count} licenties zijn in gebruik: laat een apparaat verlopen of verhoog licenses.total',
  'too many failed sign-ins: try again in {seconds} s':
    'te veel mislukte aanmeldingen: probeer het opnieuw over {seconds} s',
  'wrong user name or API key': 'gebruikersnaam of API-sleutel is onjuist',
  'wrong user name or password': 'gebruikersnaam of wachtwoord is onjuist',
  'wrong, used or expired link': 'de link is onjuist, gebruikt of verlopen',
  'session {id} not found': 'sessie {id} niet gevonden',
  'display {id} not found': 'wandscherm {id} niet gevonden',
  'the body is too large: at most {bytes} bytes': 'te veel gegevens: hoogstens {bytes} bytes',
  'the gateway is reading too many large bodies: send it again later, or in smaller parts':
    'de gateway leest te veel grote verzoeken: verzend het later opnieuw of in kleinere delen',
  'the gateway holds too many large answers that are not read yet: ask again later, or for less':
    'de gateway heeft te veel grote antwoorden die nog niet zijn gelezen: vraag het later opnieuw of vraag minder',
  'limit of {count} event streams reached: end one first':
    'limiet van {count} gebeurtenisstromen bereikt: beëindig er eerst een',
  'limit of {count} streams of port lines reached: end one first':
    'limiet van {count} stromen met poortregels bereikt: beëindig er eerst een',
  '{fields} are empty: add at least one recipient': '{fields} zijn leeg: voeg minstens één ontvanger toe',
  '{name} is already in provisioning': '{name} is al in inrichting',
  // provisioning
  'all ports are done': 'alle poorten zijn klaar',
  'time limit reached': 'tijdslimiet bereikt',
  'the gateway stops': 'de gateway stopt',
  '{name} ended it': '{name} heeft die beëindigd',
  'provisioning has ended': 'de inrichting is beëindigd',
  'its time limit passed while the gateway was stopped': 'de tijdslimiet verstreek terwijl de gateway niet actief was',
  'the gateway restarted, and its secrets are not stored':
    'de gateway is herstart, en de geheimen worden niet opgeslagen',
  '{name} may no longer provision: another user must put the port into provisioning':
    '{name} mag niet meer inrichten: een andere gebruiker moet de poort in inrichting nemen',
  '{path} was lost{reason}: plug the tracker in again': '{path} ging verloren{reason}: sluit de tracker weer aan',
  '{path} is not open: plug the tracker in': '{path} is niet open: sluit de tracker aan',
  'internal error: {detail}': 'interne fout: {detail}',
  'the tracker reports as {ownId} and cannot become {id}: use its own id, or none':
    'de tracker meldt zich als {ownId} en kan niet {id} worden: gebruik het eigen id, of geen',
  'the tracker has no id yet: {fix}': 'de tracker heeft nog geen id: {fix}',
  '{id} is not a valid device id: {fix}': '{id} is geen geldig apparaat-id: {fix}',
  'set deviceId in the template, or add a column id to the list of units':
    'stel deviceId in het sjabloon in of voeg een kolom id toe aan de lijst van trackers',
  'this is {tracker}, but the receipt is for {other}: plug that tracker in':
    'dit is {tracker}, maar het bewijs is voor {other}: sluit die tracker aan',
  'the tracker accepted the settings but has others: {settings}: request values that its firmware allows':
    'de tracker aanvaardde de instellingen maar heeft andere: {settings}: vraag waarden die de firmware toestaat',
  '{tracker} was replaced by {other} before it was finished: plug it in again':
    '{tracker} is vervangen door {other} voordat die klaar was: sluit die weer aan',
  '{message}. The tracker may be partly configured: plug it into a port in provisioning again, and the gateway completes or reverts it':
    '{message}. De tracker is misschien gedeeltelijk ingericht: sluit die weer aan op een poort in inrichting, en de gateway voltooit het of maakt het ongedaan',
  '{model} with firmware {firmware} does not report {settings}: remove it from the template':
    '{model} met firmware {firmware} meldt {settings} niet: verwijder het uit het sjabloon',
  'a {otherProtocol} tracker is on this port, but the template is for {protocol}: plug in another tracker, or choose another template':
    'op deze poort zit een tracker voor {otherProtocol}, maar het sjabloon is voor {protocol}: sluit een andere tracker aan of kies een ander sjabloon',
  'line {line}, column {column}: {problem}': 'regel {line}, kolom {column}: {problem}',
  'line {line}: {problem}': 'regel {line}: {problem}',
  'leave the list of units out: an undo uses none': 'laat de lijst van trackers weg: ongedaan maken gebruikt er geen',
  'no rows below the titles': 'geen regels onder de kopregel',
  'more than {count} rows: split the list': 'meer dan {count} regels: splits de lijst',
  'a quotation mark is never closed': 'een aanhalingsteken wordt nooit gesloten',
  'text after a closing quotation mark: double each quotation mark inside of a cell':
    'tekst na een sluitend aanhalingsteken: verdubbel elk aanhalingsteken in een cel',
  'a character was damaged: save the list as CSV in UTF-8': 'een teken is beschadigd: bewaar de lijst als CSV in UTF-8',
  'a cell without a title: add a title, or put cells with a separator in quotation marks':
    'een cel zonder titel: voeg een titel toe, of zet cellen met een scheidingsteken tussen aanhalingstekens',
  'column {title} is not used: use one of {names}': 'de kolom {title} wordt niet gebruikt: gebruik een van {names}',
  'column {title} is not used: did you mean {name}? Use one of {names}':
    'de kolom {title} wordt niet gebruikt: bedoelde u {name}? Gebruik een van {names}',
  'the columns {title} and {other} are both {name}: remove one':
    'de kolommen {title} en {other} zijn allebei {name}: verwijder er een',
  'a spreadsheet has shortened or reformatted the number {value}: format the column as text and enter it again':
    'een rekenblad heeft het nummer {value} ingekort of anders opgemaakt: maak de kolom op als tekst en voer het opnieuw in',
  '{value} is not an id: an id has 1 to 64 letters, digits and . _ : -':
    '{value} is geen id: een id heeft 1 tot 64 letters, cijfers en . _ : -',
  'no identity: a list with identities is not assigned in order':
    'geen identity: een lijst met identity wordt niet op volgorde toegewezen',
  '{value} is also in {where}: remove one of the two': '{value} staat ook in {where}: verwijder een van de twee',
  'pattern {pattern}: {missing} has no value: fill in a column {name} of the list of units':
    'patroon {pattern}: {missing} heeft geen waarde: vul een kolom {name} van de lijst van trackers in',
  'the list of units has no row for {tracker}: add one with this identity':
    'de lijst van trackers heeft geen rij voor {tracker}: voeg er een toe met deze identity',
  'all {count} rows of the list of units are used: add more':
    'alle {count} rijen van de lijst van trackers zijn gebruikt: voeg er meer toe',
  '{id} is on {port} and on {path}: two trackers cannot have the same id, so unplug one of them':
    '{id} is op {port} en op {path}: twee trackers kunnen niet hetzelfde id hebben, koppel er dus een los',
  'group {group} of the template not found: change the template':
    'groep {group} van het sjabloon niet gevonden: wijzig het sjabloon',
  '{path} is configured for {baud} baud, but the tracker would change to {rate}: {fix}':
    '{path} is ingesteld op {baud} baud, maar de tracker zou naar {rate} gaan: {fix}',
  'remove the baud rate from the template, or baudRate from serial.ports':
    'verwijder de baudrate uit het sjabloon, of baudRate uit serial.ports',
  'the store cannot write: {detail}': 'de opslag kan niet schrijven: {detail}',
};
