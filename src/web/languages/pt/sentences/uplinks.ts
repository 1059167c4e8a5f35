import type { Sentences } from '../../translations.js';

export const uplinks: Sentences<'uplinks'> = {
  // state
  'its position belongs to another far side, {address}: decide where to continue with waypost uplink reset {name} --from cursor|now|start|NUMBER':
    'a sua posição é de outro sistema, {address}: decida onde continuar com waypost uplink reset {name} --from cursor|now|start|NUMBER',
  'some records wait until the clock is trusted, because their time is not known yet':
    'alguns registos esperam até o relógio ser fiável, porque a sua hora ainda não é conhecida',
  'records behind the newest ones wait for the window {window}': 'os registos antigos esperam pelo horário {window}',
  'the far side refuses more devices than the list of dead letters holds: register them there, then run `waypost uplink retry {name}`':
    'o outro lado recusa mais dispositivos do que a lista comporta: registe-os lá e execute `waypost uplink retry {name}`',
  'store {store} has {count} entries, but its record {number} is here already: {fix}':
    'os dados {store} têm {count} entradas, mas o seu registo {number} já lá está: {fix}',
  'another record with the id {id} is here already: {fix}': 'já lá há outro registo com o id {id}: {fix}',
  'the store was put back to an earlier state; run `waypost uplink reset NAME --new-generation` on that gateway, so that its new records get numbers of their own':
    'os dados foram repostos num estado anterior; execute `waypost uplink reset NAME --new-generation` nesse gateway, para que os registos novos tenham números próprios',
  // connection
  '{host} cannot be reached: {meaning}': 'não se alcança {host}: {meaning}',
  'nothing listens there: check host and port of the url, and whether the far side runs':
    'ali ninguém escuta: verifique host e porta do endereço, e se o outro lado funciona',
  'it closed the connection without an answer': 'fechou a ligação sem resposta',
  'this name does not exist: check the url and the DNS server':
    'este nome não existe: verifique o endereço e o servidor DNS',
  'no DNS server answers: check the network': 'nenhum servidor DNS responde: verifique a rede',
  'there is no route to it: check the network': 'não há rota até ele: verifique a rede',
  'it did not answer in time: check the network': 'não respondeu a tempo: verifique a rede',
  'no known authority has signed its certificate: set tls.ca to the CA certificate of the far side':
    'nenhuma autoridade conhecida assinou o seu certificado: ponha em tls.ca o certificado da CA do outro lado',
  'its certificate has expired: renew it there, or check the clock here':
    'o seu certificado expirou: renove-o lá ou verifique o relógio daqui',
  'its certificate is not valid yet: check the clocks of both sides':
    'o seu certificado ainda não é válido: verifique os relógios dos dois lados',
  'its certificate is for another name: use that name in the url':
    'o seu certificado é de outro nome: use esse nome no endereço',
  'it does not understand TLS there, or refuses this version of it: check http or https and the port of the url':
    'ali não entende TLS ou recusa esta versão: verifique http ou https e a porta do endereço',
  'it does not understand TLS there: check http or https and the port of the url':
    'ali não entende TLS: verifique http ou https e a porta do endereço',
  'what answers there is not HTTP: check http or https and the port of the url':
    'o que ali responde não é HTTP: verifique http ou https e a porta do endereço',
  'it requires a client certificate, or refuses this one: set tls.cert and tls.key to a certificate that it knows':
    'pede um certificado de cliente ou recusa este: ponha em tls.cert e tls.key um certificado que conheça',
  'tls.key is not the key of tls.cert': 'tls.key não é a chave de tls.cert',
  'a file of tls (ca, cert, key) is no valid PEM': 'um ficheiro de tls (ca, cert, key) não é um PEM válido',
  '{problem}: set it to the right file': '{problem}: ponha o ficheiro certo',
  'uplink {name}: tls.{field}: {problem}': 'encaminhamento {name}: tls.{field}: {problem}',
  '{file} is no PEM file': '{file} não é um ficheiro PEM',
  'cannot read {file}: {detail}': 'não se consegue ler {file}: {detail}',
  '{host} did not answer in time': '{host} não respondeu a tempo',
  '{host} answered more than {bytes} bytes, expected JSON of the API':
    '{host} respondeu mais de {bytes} bytes; esperava-se JSON da API',
  '{host} redirects {target}, and redirects are not followed: set the url to the address of the API itself':
    '{host} redireciona {target}, e não se seguem redirecionamentos: ponha o endereço da própria API',
  '{host} did not answer as the API does, in JSON ({answer}): check the url':
    '{host} não respondeu como a API, em JSON ({answer}): verifique o endereço',
  'the connection was closed in the middle of the answer': 'a ligação foi fechada a meio da resposta',
  // far side
  'not connected yet': 'ainda sem ligação',
  'not connected': 'sem ligação',
  'the url {url} is not valid: set it to one like https://center.example':
    'o endereço {url} não é válido: ponha um como https://center.example',
  '{setting} is not set: set it in the settings of the uplink':
    'falta {setting}: defina-o nas definições do encaminhamento',
  'there is no API at the url ({error} for /api/Auth/Token): check the url':
    'não há nenhuma API no endereço ({error} para /api/Auth/Token): verifique o endereço',
  'the far side refuses the sign-in of {user} ({error}): set userName and apiKey':
    'o outro lado recusa a entrada de {user} ({error}): corrija o nome de utilizador e a chave de API',
  'the far side refuses a new token of {user} ({error})': 'o outro lado recusa uma sessão nova de {user} ({error})',
  'the far side refuses the user {user} ({error}): they need the privilege ingest, unrestricted':
    'o outro lado recusa o utilizador {user} ({error}): precisa da permissão ingest, sem restrição',
  'the far side is busy or has a fault ({error})': 'o outro lado está ocupado ou tem uma avaria ({error})',
  'the far side refuses the records: {error}': 'o outro lado recusa os registos: {error}',
  'the far side answers {status}': 'o outro lado responde {status}',
  'unexpected answer: {error}': 'resposta inesperada: {error}',
  'the answer of the far side does not name what became of each record: check its version':
    'a resposta do outro lado não diz o que aconteceu a cada registo: verifique a sua versão',
  'refused without a reason': 'recusado sem motivo',
  'this far side has no call that stores alerts: only locations are forwarded':
    'este sistema não armazena alertas: só são encaminhadas localizações',
  // API
  'connected to {url}': 'ligado a {url}',
  'no answer from {url} within {seconds} s: check the address, and the way to it':
    '{url} não responde em {seconds} s: verifique o endereço e o caminho até ele',
  '{count} tests are running: try again when one ends': 'há {count} testes a decorrer: tente de novo quando um acabar',
  'limit of {count} uplinks reached: remove one first':
    'limite de {count} encaminhamentos atingido: remova um primeiro',
  'uplink {name} is set by the configuration: {fix}': 'o encaminhamento {name} está na configuração: {fix}',
  'change it in the list uplinks there and restart the gateway, or use another name':
    'altere-o lá na lista uplinks e reinicie o gateway, ou use outro nome',
  'uplink {name} not found: GET /api/uplinks lists the uplinks':
    'encaminhamento {name} não encontrado: GET /api/uplinks mostra-os',
  '/from must not be beyond the newest entry, {number}': 'o número não pode passar da última entrada, {number}',
};
