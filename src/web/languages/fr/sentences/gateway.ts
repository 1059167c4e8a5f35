import type { Sentences } from '../../translations.js';

export const gateway: Sentences<'gateway'> = {
  // addresses
  'a plain mail address, like depot@example.com': 'une adresse e-mail simple, comme depot@example.com',
  'a telephone number: + and 3 to 15 digits, like +34600111222, or as dialed within the country':
    'un numéro de téléphone : + et 3 à 15 chiffres, comme +34600111222, ou comme on le compose dans le pays',
  // clock
  'the user already has an access key {name}': 'l’utilisateur a déjà une clé d’accès {name}',
  'limit of {count} access keys of one user reached: remove one first':
    'au plus {count} clés d’accès par utilisateur : révoquez-en d’abord une',
  '/expires is in the past': 'La fin est dans le passé.',
  'an access key confirms nothing: give your password or your API key':
    'Une clé d’accès ne confirme rien : saisissez votre mot de passe ou votre clé d’API.',
  'the clock shows {time}, {why}: {advice}': 'l’horloge indique {time}, {why} : {advice}',
  'set it: connect the gateway to a network with time servers, fit a battery-backed clock, or run `date -s` as root':
    'mettez-la à l’heure : reliez la passerelle à un réseau avec des serveurs de temps, ajoutez une horloge à pile ou exécutez `date -s` en tant que root',
  'if the clock is right, run `waypost clock accept`; else set it: connect the gateway to a network with time servers, or run `date -s` as root':
    'si l’heure est juste, exécutez `waypost clock accept` ; sinon, mettez-la à l’heure : reliez la passerelle à un réseau avec des serveurs de temps, ou exécutez `date -s` en tant que root',
  'but this program was built on {time}': 'mais ce programme a été compilé le {time}',
  'but trackers report the GNSS time {time}': 'mais les traceurs donnent l’heure GNSS {time}',
  'but the newest stored time is {time}': 'mais l’heure stockée la plus récente est {time}',
  'it was behind the newest stored time and has not been set since':
    'elle était en retard sur l’heure stockée la plus récente et n’a pas été réglée depuis',
  'nothing reports whether time servers synchronize the system clock':
    'rien n’indique si des serveurs de temps synchronisent l’horloge du système',
  'time servers synchronize the system clock': 'des serveurs de temps synchronisent l’horloge du système',
  'no time server synchronizes the system clock': 'aucun serveur de temps ne synchronise l’horloge du système',
  'three consecutive fixes agree on {time}': 'trois positions successives concordent sur {time}',
  'no tracker reports satellite time, or the trackers disagree':
    'aucun traceur ne donne l’heure des satellites, ou les traceurs ne concordent pas',
  'the battery-backed clock reads {time}': 'l’horloge à pile indique {time}',
  'no battery-backed clock runs': 'aucune horloge à pile ne fonctionne',
  'the newest entry is from {time}': 'l’entrée la plus récente date de {time}',
  'nothing is stored yet': 'rien n’est encore stocké',
  'Waypost was built on {time}': 'Waypost a été compilé le {time}',
  // store
  'the disk is full': 'le disque est plein',
  'the disk is full (quota)': 'le disque est plein (quota)',
  'the disk is full (quota, EDQUOT)': 'le disque est plein (quota, EDQUOT)',
  'the disk is read-only, as a worn card becomes': 'le disque est en lecture seule, comme le devient une carte usée',
  'the disk is failing': 'le disque est défaillant',
  'the disk is too slow: try again': 'le disque est trop lent : réessayez',
  'the store cannot write at present: try again': 'le stockage ne peut pas écrire pour l’instant : réessayez',
  'entry {number} is missing': 'l’entrée {number} manque',
  'entries {from} to {to} are missing': 'les entrées {from} à {to} manquent',
  '{file}: bytes {from} to {to} are damaged{copy}': '{file} : les octets {from} à {to} sont endommagés{copy}',
  ', saved as {file}': ', copiés dans {file}',
  ', and could not be saved': ' et n’ont pas pu être copiés',
  '{file} was damaged, saved as {copy}: every user has to sign in again':
    '{file} était endommagé, conservé sous {copy} : tout le monde doit se reconnecter',
  '{file} was damaged: set these again if they had a secret: {secrets}; then remove {copies}':
    '{file} était endommagé : saisissez de nouveau ceux qui avaient un secret : {secrets} ; supprimez ensuite {copies}',
  '{file} is damaged and could not be set aside ({reason}): every user has to sign in again after each start':
    '{file} est endommagé et n’a pas pu être mis de côté ({reason}) : tout le monde doit se reconnecter après chaque démarrage',
  '{folder} was in use before, but its log is gone: restore a backup':
    '{folder} a déjà servi, mais son journal a disparu : restaurez une sauvegarde',
  'the data folder {folder} is gone: mount its disk again, or restore a backup; then restart the gateway':
    'le dossier de données {folder} a disparu : remontez le disque ou restaurez une sauvegarde, puis redémarrez la passerelle',
  'the store is closed': 'le stockage est fermé',
  // email
  'the gateway tries again later': 'la passerelle réessaiera plus tard',
  'the gateway stopped': 'la passerelle s’est arrêtée',
  'mail server {server} not found: {reply}': 'serveur de messagerie {server} introuvable : {reply}',
  'the certificate of {server} is not trusted: {reply}': 'le certificat de {server} n’est pas fiable : {reply}',
  '{server} rejects the connection: {reply}': '{server} refuse la connexion : {reply}',
  '{server} offers no TLS (STARTTLS): {reply}': '{server} ne propose pas TLS (STARTTLS) : {reply}',
  'the TLS handshake with {server} failed: {reply}': 'la négociation TLS avec {server} a échoué : {reply}',
  '{server} is unreachable: {reply}': '{server} est injoignable : {reply}',
  '{server} sent no greeting: {reply}': '{server} n’a pas envoyé de salutation : {reply}',
  'cannot sign in to {server} as {user}: {reply}': 'connexion à {server} impossible en tant que {user} : {reply}',
  '{server} rejects the user {user}: {reply}': '{server} refuse l’utilisateur {user} : {reply}',
  '{server} rejects mail to {to}: {reply}': '{server} refuse les e-mails pour {to} : {reply}',
  '{server} rejects mail from {from}: {reply}': '{server} refuse les e-mails de {from} : {reply}',
  '{server} rejects the text: {reply}': '{server} refuse le texte : {reply}',
  'the reply states the reason': 'la réponse indique la raison',
  'the text was sent to {server}, but it is unknown whether it was accepted: {reply}':
    'le texte a été envoyé à {server}, mais on ignore s’il a été accepté : {reply}',
  'ask the recipient before you send it again': 'demandez au destinataire avant de le renvoyer',
  'check the address': 'vérifiez l’adresse',
  'a sending limit of {server} is reached: {reply}': 'une limite d’envoi de {server} est atteinte : {reply}',
  '{server} takes no mail from this gateway: {reply}':
    '{server} n’accepte aucun courriel de cette passerelle : {reply}',
  'ask its operator': 'demandez à son exploitant',
  "check {host}, {port} and the gateway's network connection":
    'vérifiez {host}, {port} et la connexion réseau de la passerelle',
  'email is off': 'l’e-mail est désactivé',
  'email has no sender': 'l’e-mail n’a pas d’expéditeur',
  // SMS
  'the network rejects the SIM': 'le réseau refuse la SIM',
  'ask the operator whether it is active': 'demandez à l’opérateur si elle est active',
  'the modem is not registered with a network yet': 'le modem n’est pas encore inscrit sur un réseau',
  'check the antenna if this lasts': 'vérifiez l’antenne si cela dure',
  'the modem does not respond': 'le modem ne répond pas',
  'the modem sent an unexpected response': 'le modem a envoyé une réponse inattendue',
  'the modem replied {text}': 'le modem a répondu {text}',
  'switch its power off and on, and check its cable': 'éteignez-le et rallumez-le, et vérifiez son câble',
  'the text was handed over, but {problem}': 'le texte a été transmis, mais {problem}',
  'the SIM requires its PIN': 'la SIM exige son PIN',
  'set {key}, 4 to 8 digits': 'définissez {key}, 4 à 8 chiffres',
  'no SIM in the modem': 'pas de SIM dans le modem',
  'insert one': 'insérez-en une',
  'no SIM in the modem: insert one': 'pas de SIM dans le modem : insérez-en une',
  'the SIM does not become ready': 'la SIM ne devient pas prête',
  'insert it again, or replace it': 'réinsérez-la ou remplacez-la',
  'unlock it in a telephone': 'débloquez-la dans un téléphone',
  'the network is congested': 'le réseau est saturé',
  'the network is out of order': 'le réseau est en panne',
  'the network did not respond in time': 'le réseau n’a pas répondu à temps',
  'the network does not know the SIM of this gateway: ask the operator whether it is active':
    'le réseau ne connaît pas la SIM de cette passerelle : demandez à l’opérateur si elle est active',
  'the network rejects SMS of this SIM: ask the operator, and check its credit':
    'le réseau refuse les SMS de cette SIM : contactez l’opérateur et vérifiez son crédit',
  'the number of the message center is unknown: set {key}':
    'le numéro du centre de messages est inconnu : indiquez {key}',
  'the number is not assigned: correct it': 'le numéro n’est pas attribué : corrigez-le',
  'the operator bars this SIM: ask the operator': 'l’opérateur bloque cette SIM : contactez l’opérateur',
  'the contract does not include SMS: ask the operator': 'le contrat ne comprend pas les SMS : contactez l’opérateur',
  // outbox
  'the gateway stopped while sending it: it may have been sent':
    'la passerelle s’est arrêtée pendant l’envoi : il est possible qu’il soit parti',
  'not sent in time: {reason}': 'pas envoyé à temps : {reason}',
  // API
  'requires privilege {privilege}': 'exige le droit {privilege}',
  'device {id} not found': 'appareil {id} introuvable',
  'alert {id} not found': 'alerte {id} introuvable',
  'user {id} not found': 'utilisateur {id} introuvable',
  'group {id} not found': 'groupe {id} introuvable',
  'unknown device {id} not found': 'appareil inconnu {id} introuvable',
  'port {path} not found: {advice}': 'port {path} introuvable : {advice}',
  'device {id} already exists': 'l’appareil {id} existe déjà',
  'device {id} has expired': 'l’appareil {id} a expiré',
  'all {count} licenses are in use: let a device expire, or raise licenses.total':
    'les {count} licences sont toutes utilisées : faites expirer un appareil ou augmentez licenses.total',
  'too many failed sign-ins: try again in {seconds} s': 'trop de connexions échouées : réessayez dans {seconds} s',
  'wrong user name or API key': 'nom d’utilisateur ou clé d’API incorrect',
  'wrong user name or password': 'nom d’utilisateur ou mot de passe incorrect',
  'wrong, used or expired link': 'lien incorrect, déjà utilisé ou expiré',
  'session {id} not found': 'session {id} introuvable',
  'display {id} not found': 'écran {id} introuvable',
  'the body is too large: at most {bytes} bytes': 'les données envoyées sont trop grandes : {bytes} octets au plus',
  'the gateway is reading too many large bodies: send it again later, or in smaller parts':
    'la passerelle reçoit trop de grands envois : renvoyez plus tard, ou en plus petites parties',
  'the gateway holds too many large answers that are not read yet: ask again later, or for less':
    'la passerelle a trop de grandes réponses non encore lues : redemandez plus tard, ou demandez moins',
  'limit of {count} event streams reached: end one first':
    'limite de {count} flux d’événements atteinte : fermez-en un d’abord',
  'limit of {count} streams of port lines reached: end one first':
    'limite de {count} flux de lignes de ports atteinte : fermez-en un d’abord',
  '{fields} are empty: add at least one recipient': '{fields} sont vides : ajoutez au moins un destinataire',
  '{name} is already in provisioning': '{name} est déjà en mise en service',
  // provisioning
  'all ports are done': 'tous les ports ont terminé',
  'time limit reached': 'durée limite atteinte',
  'the gateway stops': 'la passerelle s’arrête',
  '{name} ended it': 'arrêtée par {name}',
  'provisioning has ended': 'la mise en service est terminée',
  'its time limit passed while the gateway was stopped': 'sa durée limite est passée pendant l’arrêt de la passerelle',
  'the gateway restarted, and its secrets are not stored':
    'la passerelle a redémarré, et ses secrets ne sont pas stockés',
  '{name} may no longer provision: another user must put the port into provisioning':
    '{name} n’a plus le droit de mise en service : un autre utilisateur doit reprendre le port',
  '{path} was lost{reason}: plug the tracker in again': '{path} a été perdu{reason} : rebranchez le traceur',
  '{path} is not open: plug the tracker in': '{path} n’est pas ouvert : branchez le traceur',
  'internal error: {detail}': 'erreur interne : {detail}',
  'the tracker reports as {ownId} and cannot become {id}: use its own id, or none':
    'le traceur émet sous {ownId} et ne peut pas devenir {id} : utilisez son propre id, ou aucun',
  'the tracker has no id yet: {fix}': 'le traceur n’a pas encore d’id : {fix}',
  '{id} is not a valid device id: {fix}': '{id} n’est pas un id d’appareil valable : {fix}',
  'set deviceId in the template, or add a column id to the list of units':
    'définissez deviceId dans le profil, ou ajoutez une colonne id à la liste d’unités',
  'this is {tracker}, but the receipt is for {other}: plug that tracker in':
    'c’est {tracker}, mais l’attestation est celle de {other} : branchez ce traceur-là',
  'the tracker accepted the settings but has others: {settings}: request values that its firmware allows':
    'le traceur a accepté les réglages mais en a d’autres : {settings} : demandez des valeurs que son firmware permet',
  '{tracker} was replaced by {other} before it was finished: plug it in again':
    '{tracker} a été remplacé par {other} avant d’être terminé : rebranchez-le',
  '{message}. The tracker may be partly configured: plug it into a port in provisioning again, and the gateway completes or reverts it':
    '{message}. Le traceur est peut-être configuré en partie : rebranchez-le sur un port en mise en service, et la passerelle terminera ou annulera',
  '{model} with firmware {firmware} does not report {settings}: remove it from the template':
    '{model} avec le firmware {firmware} ne donne pas {settings} : retirez-le du profil',
  'a {otherProtocol} tracker is on this port, but the template is for {protocol}: plug in another tracker, or choose another template':
    'un traceur {otherProtocol} est sur ce port, mais le modèle est pour {protocol} : branchez un autre traceur, ou choisissez un autre modèle',
  'line {line}, column {column}: {problem}': 'ligne {line}, colonne {column} : {problem}',
  'line {line}: {problem}': 'ligne {line} : {problem}',
  'leave the list of units out: an undo uses none': 'retirez la liste des traceurs : une annulation n’en utilise pas',
  'no rows below the titles': 'aucune ligne sous les titres',
  'more than {count} rows: split the list': 'plus de {count} lignes : divisez la liste',
  'a quotation mark is never closed': 'un guillemet n’est jamais fermé',
  'text after a closing quotation mark: double each quotation mark inside of a cell':
    'du texte suit un guillemet fermant : doublez chaque guillemet dans une cellule',
  'a character was damaged: save the list as CSV in UTF-8':
    'un caractère est endommagé : enregistrez la liste en CSV UTF-8',
  'a cell without a title: add a title, or put cells with a separator in quotation marks':
    'une cellule sans titre : ajoutez un titre, ou mettez entre guillemets les cellules avec un séparateur',
  'column {title} is not used: use one of {names}': 'la colonne {title} ne sert à rien : utilisez l’une de {names}',
  'column {title} is not used: did you mean {name}? Use one of {names}':
    'la colonne {title} ne sert à rien : vouliez-vous dire {name} ? Utilisez l’une de {names}',
  'the columns {title} and {other} are both {name}: remove one':
    'les colonnes {title} et {other} sont toutes deux {name} : retirez-en une',
  'a spreadsheet has shortened or reformatted the number {value}: format the column as text and enter it again':
    'un tableur a abrégé ou reformaté le numéro {value} : mettez la colonne au format texte et saisissez-le à nouveau',
  '{value} is not an id: an id has 1 to 64 letters, digits and . _ : -':
    '{value} n’est pas un identifiant : il a de 1 à 64 lettres, chiffres et . _ : -',
  'no identity: a list with identities is not assigned in order':
    'identity manque : une liste avec identity n’est pas attribuée dans l’ordre',
  '{value} is also in {where}: remove one of the two': '{value} est aussi dans {where} : retirez l’un des deux',
  'pattern {pattern}: {missing} has no value: fill in a column {name} of the list of units':
    'motif {pattern} : {missing} n’a pas de valeur : remplissez une colonne {name} de la liste des traceurs',
  'the list of units has no row for {tracker}: add one with this identity':
    'la liste d’unités n’a pas de ligne pour {tracker} : ajoutez-en une avec cette identité',
  'all {count} rows of the list of units are used: add more':
    'les {count} lignes de la liste d’unités sont utilisées : ajoutez-en',
  '{id} is on {port} and on {path}: two trackers cannot have the same id, so unplug one of them':
    '{id} est sur {port} et sur {path} : deux traceurs ne peuvent pas avoir le même id ; débranchez-en un',
  'group {group} of the template not found: change the template':
    'groupe {group} du profil introuvable : modifiez le profil',
  '{path} is configured for {baud} baud, but the tracker would change to {rate}: {fix}':
    '{path} est configuré à {baud} bauds, mais le traceur passerait à {rate} : {fix}',
  'remove the baud rate from the template, or baudRate from serial.ports':
    'retirez la vitesse du profil, ou baudRate de serial.ports',
  'the store cannot write: {detail}': 'le stockage ne peut pas écrire : {detail}',
};
