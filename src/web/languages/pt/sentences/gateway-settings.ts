import type { Sentences } from '../../translations.js';

export const gatewaySettings: Sentences<'gatewaySettings'> = {
  'an IANA time zone, like Europe/Madrid': 'um fuso horário IANA, como Europe/Madrid',
  'a mail address, like depot@example.com': 'um endereço de e-mail, como depot@example.com',
  'a device like /dev/ttyUSB0, or tcp://host:port with a port of 1 to 65535 (an IPv6 address in brackets: tcp://[fd00::7]:4001)':
    'um dispositivo como /dev/ttyUSB0, ou tcp://host:porta com uma porta de 1 a 65535 (um endereço IPv6 entre parênteses retos: tcp://[fd00::7]:4001)',
  'is set by the configuration: change it there, or remove it there':
    'é definido pela configuração: altere-o ou remova-o lá',
  '{field} is set by the configuration: change it there, or remove it there':
    '{field} é definido pela configuração: altere-o ou remova-o lá',
  'belongs to {secret}, which the configuration sets: {fix}': 'pertence a {secret}, que a configuração define: {fix}',
  'change {key} there too': 'altere também {key} lá',
  'is the port {port}, which trackers use: {fix}': 'é a porta {port}, que os localizadores usam: {fix}',
  'remove that port, or name the port of the modem': 'remova essa porta ou indique a porta do modem',
  '/to must be {rule}': 'o destinatário tem de ser {rule}',
  'channel {channel} is not configured: set {key}': 'o canal {channel} não está configurado: defina {key}',
  'a test message is being sent: wait for its result':
    'uma mensagem de teste está a ser enviada: espere pelo resultado',
  '{count} test messages were sent within 10 minutes: try again in {seconds} s':
    'foram enviadas {count} mensagens de teste em 10 minutos: tente de novo dentro de {seconds} s',
  'no result within {seconds} s': 'sem resultado em {seconds} s',
  '{owner} has used up its share of the log for changes that are not records: try again in {seconds} s; store.retention.bytes and store.retention.days set the share':
    '{owner} esgotou a sua parte do registo para alterações: tente de novo dentro de {seconds} s; store.retention.bytes e store.retention.days definem a parte',
  'webhook {name}: {problem}; {remedy}': 'webhook {name}: {problem}; {remedy}',
  'answered with status {status}': 'respondeu com o estado {status}',
  'see the log of the receiver': 'veja o registo do recetor',
  'no answer within 10 s': 'sem resposta em 10 s',
  'the receiver has to answer before it does its work': 'o recetor tem de responder antes de fazer o seu trabalho',
  'the connection was refused': 'a ligação foi recusada',
  'check its url, and that the receiver runs': 'verifique o endereço e se o recetor está a funcionar',
  'the host name was not found': 'o nome do servidor não foi encontrado',
  'check its url and the name server of this machine': 'verifique o endereço e o servidor de nomes desta máquina',
  'the host cannot be reached': 'não é possível chegar ao servidor',
  'check the network of this machine': 'verifique a rede desta máquina',
  'its certificate is not trusted': 'o seu certificado não é de confiança',
  'give the receiver a certificate of a known authority': 'dê ao recetor um certificado de uma autoridade conhecida',
  'the connection ended without an answer': 'a ligação terminou sem resposta',
  'check that the receiver has the same secret and the right time':
    'verifique se o recetor tem o mesmo segredo e a hora certa',
  'check the path in its url': 'verifique o caminho do endereço',
  'redirects are not followed: set the url that it leads to':
    'os redirecionamentos não são seguidos: indique o endereço para onde levam',
  'webhook {name} is in notification rule {rule}: take it out there first':
    'o webhook {name} está na regra de notificação {rule}: retire-o primeiro de lá',
  'its secret was entered for {receiver}; enter it again':
    'o segredo foi introduzido para {receiver}; introduza-o de novo',
  'webhook {name} has no secret; set it again': 'o webhook {name} não tem segredo; defina-o outra vez',
  'webhook {name} not found; add it, or take it out of the notification rule':
    'webhook {name} não encontrado; adicione-o, ou retire-o da regra de notificação',
  'an http or https address without user, password and fragment, like https://dispatch.example/alerts':
    'um endereço http ou https sem utilizador, palavra-passe e fragmento, como https://dispatch.example/alerts',
};
