import type { Sentences } from '../../translations.js';

export const gatewaySettings: Sentences<'gatewaySettings'> = {
  'an IANA time zone, like Europe/Madrid': 'un fuseau horaire IANA, comme Europe/Madrid',
  'a mail address, like depot@example.com': 'une adresse e-mail, comme depot@example.com',
  'a device like /dev/ttyUSB0, or tcp://host:port with a port of 1 to 65535 (an IPv6 address in brackets: tcp://[fd00::7]:4001)':
    'un périphérique comme /dev/ttyUSB0, ou tcp://hôte:port avec un port de 1 à 65535 (une adresse IPv6 entre crochets : tcp://[fd00::7]:4001)',
  'is set by the configuration: change it there, or remove it there':
    'est fixé par la configuration : modifiez-le ou supprimez-le là',
  '{field} is set by the configuration: change it there, or remove it there':
    '{field} est fixé par la configuration : modifiez-le ou supprimez-le là',
  'belongs to {secret}, which the configuration sets: {fix}': 'va avec {secret}, que fixe la configuration : {fix}',
  'change {key} there too': 'modifiez-y aussi {key}',
  'is the port {port}, which trackers use: {fix}': 'est le port {port}, que des traceurs utilisent : {fix}',
  'remove that port, or name the port of the modem': 'supprimez ce port, ou indiquez celui du modem',
  '/to must be {rule}': 'le destinataire doit être {rule}',
  'channel {channel} is not configured: set {key}': 'le canal {channel} n’est pas configuré : définissez {key}',
  'a test message is being sent: wait for its result':
    'un message d’essai est en cours d’envoi : attendez son résultat',
  '{count} test messages were sent within 10 minutes: try again in {seconds} s':
    '{count} messages d’essai ont été envoyés en 10 minutes : réessayez dans {seconds} s',
  'no result within {seconds} s': 'pas de résultat en {seconds} s',
  '{owner} has used up its share of the log for changes that are not records: try again in {seconds} s; store.retention.bytes and store.retention.days set the share':
    '{owner} a épuisé sa part du journal pour les changements : réessayez dans {seconds} s ; store.retention.bytes et store.retention.days fixent cette part',
  'webhook {name}: {problem}; {remedy}': 'webhook {name} : {problem} ; {remedy}',
  'answered with status {status}': 'a répondu avec l’état {status}',
  'see the log of the receiver': 'voir le journal du récepteur',
  'no answer within 10 s': 'pas de réponse en 10 s',
  'the receiver has to answer before it does its work': 'le récepteur doit répondre avant de faire son travail',
  'the connection was refused': 'la connexion a été refusée',
  'check its url, and that the receiver runs': 'vérifiez son adresse et que le récepteur fonctionne',
  'the host name was not found': 'le nom d’hôte est introuvable',
  'check its url and the name server of this machine': 'vérifiez son adresse et le serveur de noms de cette machine',
  'the host cannot be reached': 'l’hôte est injoignable',
  'check the network of this machine': 'vérifiez le réseau de cette machine',
  'its certificate is not trusted': 'son certificat n’est pas fiable',
  'give the receiver a certificate of a known authority': 'donnez au récepteur un certificat d’une autorité connue',
  'the connection ended without an answer': 'la connexion s’est terminée sans réponse',
  'check that the receiver has the same secret and the right time':
    'vérifiez que le récepteur a le même secret et la bonne heure',
  'check the path in its url': 'vérifiez le chemin de son adresse',
  'redirects are not followed: set the url that it leads to':
    'les redirections ne sont pas suivies : indiquez l’adresse où elles mènent',
  'webhook {name} is in notification rule {rule}: take it out there first':
    'le webhook {name} est dans la règle de notification {rule} : retirez-le d’abord de là',
  'its secret was entered for {receiver}; enter it again':
    'son secret a été saisi pour {receiver} ; saisissez-le à nouveau',
  'webhook {name} has no secret; set it again': 'le webhook {name} n’a pas de secret ; indiquez-le à nouveau',
  'webhook {name} not found; add it, or take it out of the notification rule':
    'webhook {name} introuvable ; ajoutez-le, ou retirez-le de la règle de notification',
  'an http or https address without user, password and fragment, like https://dispatch.example/alerts':
    'une adresse http ou https sans utilisateur, mot de passe ni fragment, comme https://dispatch.example/alerts',
};
