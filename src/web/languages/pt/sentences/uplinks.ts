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
  'the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation` on that gateway, so that its new records get numbers of their own':
    'os dados foram repostos num estado anterior; execute `waypost uplink reset {name} --new-generation` nesse gateway, para que os registos novos tenham números próprios',
  'the gateway cannot read or prepare its records ({detail}): run waypost check':
    'o gateway não consegue ler ou preparar os seus registos ({detail}): execute waypost check',
  'the far side has other records under the ids of this store from entry {number} on: the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation`, so that its new records get numbers of their own':
    'o sistema central tem outros registos com os id destes dados a partir da entrada {number}: os dados foram repostos num estado anterior; execute `waypost uplink reset {name} --new-generation`, para que os registos novos tenham números próprios',
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
  'the far side did not answer: the records are sent again':
    'o outro lado não respondeu: os registos são enviados de novo',
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
  // MQTT
  'broker {host}: {problem}': 'o servidor {host}: {problem}',
  'reason code {code}': 'código {code}',
  'it does not speak MQTT 5: Waypost needs a broker of MQTT 5 (mosquitto from 1.6, EMQX, HiveMQ, VerneMQ); set the url to one':
    'não fala MQTT 5: o Waypost precisa de um servidor MQTT 5 (mosquitto a partir de 1.6, EMQX, HiveMQ, VerneMQ); ponha o endereço de um',
  'it does not speak MQTT 5: Waypost needs a broker of MQTT 5 (mosquitto from 1.6, EMQX, HiveMQ, VerneMQ); set the url to one ({detail})':
    'não fala MQTT 5: o Waypost precisa de um servidor MQTT 5 (mosquitto a partir de 1.6, EMQX, HiveMQ, VerneMQ); ponha o endereço de um ({detail})',
  'it refuses the client id ({detail})': 'recusa o id do cliente ({detail})',
  'it refuses user or password: set user and password of the uplink to an account of the broker ({detail})':
    'recusa o utilizador ou a palavra-passe: ponha no encaminhamento os de uma conta do servidor ({detail})',
  'it does not let this user in: set user and password of the uplink to an account of the broker ({detail})':
    'não deixa entrar este utilizador: ponha utilizador e palavra-passe de uma conta do servidor ({detail})',
  'it does not let this user in: set user and password of the uplink to an account of the broker that may connect ({detail})':
    'não deixa entrar este utilizador: ponha utilizador e palavra-passe de uma conta do servidor que se possa ligar ({detail})',
  'it has banned this client: lift the ban there ({detail})': 'bloqueou este cliente: levante o bloqueio lá ({detail})',
  'it wants another way to sign in than user and password or a client certificate ({detail})':
    'quer outra forma de entrar que utilizador e palavra-passe ou um certificado de cliente ({detail})',
  'it refuses the topic of the status: set prefix to topics that this user may publish to ({detail})':
    'recusa o tópico do estado: ponha em prefix tópicos onde este utilizador possa publicar ({detail})',
  'the packet that connects is too large for it: raise its maximum packet size ({detail})':
    'o pacote de ligação é demasiado grande para ele: aumente o seu tamanho máximo de pacote ({detail})',
  'it keeps no retained messages: allow them there ({detail})':
    'não guarda mensagens retidas: permita-as lá ({detail})',
  'it does not take messages of QoS 1: allow them there ({detail})':
    'não aceita mensagens com QoS 1: permita-as lá ({detail})',
  'another broker is to be used ({detail})': 'deve ser usado outro servidor ({detail})',
  'it has moved ({detail})': 'mudou de endereço ({detail})',
  'it is not available at present ({detail})': 'não está disponível de momento ({detail})',
  'it is busy ({detail})': 'está ocupado ({detail})',
  'it was shut down ({detail})': 'foi desligado ({detail})',
  'it received nothing for too long ({detail})': 'não recebeu nada durante demasiado tempo ({detail})',
  'another client with the same client id took over: two gateways with the same id, or the same uplink twice, use it ({detail})':
    'outro cliente com o mesmo id tomou o lugar: usam-no dois gateways com o mesmo id, ou duas vezes o mesmo encaminhamento ({detail})',
  'more messages were unanswered than it takes ({detail})':
    'havia mais mensagens sem resposta do que aceita ({detail})',
  'a message was larger than it takes ({detail})': 'uma mensagem era maior do que aceita ({detail})',
  'a quota is used up there ({detail})': 'esgotou-se lá uma quota ({detail})',
  'it was closed there by an administrator ({detail})': 'um administrador fechou-a lá ({detail})',
  'too many connections are made there ({detail})': 'fazem-se lá demasiadas ligações ({detail})',
  'it refuses the connection ({detail})': 'recusa a ligação ({detail})',
  'it closed the connection ({detail})': 'fechou a ligação ({detail})',
  'broker {host} closed the connection': 'o servidor {host} fechou a ligação',
  'broker {host} closed the connection before it accepted it: if it speaks MQTT 3.1.1 alone, use one of MQTT 5; otherwise check its log':
    'o servidor {host} fechou a ligação antes de a aceitar: se só fala MQTT 3.1.1, use um de MQTT 5; senão, veja o seu registo',
  'broker {host} {what}: check the network, and whether the broker runs':
    'o servidor {host} {what}: verifique a rede, e se o servidor funciona',
  'did not answer within {seconds} s': 'não respondeu em {seconds} s',
  'does not answer any more': 'já não responde',
  'acknowledged nothing for {seconds} s': 'não confirmou nada durante {seconds} s',
  '{host} does not answer as a broker of MQTT 5 ({detail}): check the url':
    '{host} não responde como um servidor MQTT 5 ({detail}): verifique o endereço',
  'it does not understand TLS there: check mqtt or mqtts and the port of the url':
    'ali não entende TLS: verifique mqtt ou mqtts e a porta do endereço',
  'the url {url} is not valid: set it to one like mqtts://broker.example:8883':
    'o endereço {url} não é válido: ponha um como mqtts://broker.example:8883',
  'a quota of the broker is used up (reason code 0x97): it is tried again':
    'esgotou-se uma quota do servidor (código 0x97): tenta-se de novo',
  'the connection to the broker was lost': 'perdeu-se a ligação ao servidor',
  '{problem}, then run `waypost uplink retry {name}`': '{problem}, e execute depois `waypost uplink retry {name}`',
  'the broker does not let clients without a user publish to {topic}: allow it in its access list ({detail})':
    'o servidor não deixa clientes sem utilizador publicar em {topic}: permita-o na sua lista de acesso ({detail})',
  'the broker does not let the user {user} publish to {topic}: allow it in its access list ({detail})':
    'o servidor não deixa o utilizador {user} publicar em {topic}: permita-o na sua lista de acesso ({detail})',
  'the broker refuses the topic {topic}: allow it there, or change prefix of the uplink ({detail})':
    'o servidor recusa o tópico {topic}: permita-o lá ou altere prefix do encaminhamento ({detail})',
  'the broker refuses the payload for {topic}: allow JSON texts there ({detail})':
    'o servidor recusa o conteúdo para {topic}: permita lá textos JSON ({detail})',
  'the broker refuses the message to {topic}: look at its log and mend what it names ({detail})':
    'o servidor recusa a mensagem para {topic}: veja o seu registo e corrija o que indica ({detail})',
  'the message to {topic} is too large ({bytes} bytes, the broker takes {max}): raise its maximum packet size':
    'a mensagem para {topic} é demasiado grande ({bytes} bytes, o servidor aceita {max}): aumente o seu tamanho máximo de pacote',
  'the broker keeps no retained messages: states and status are seen by present subscribers alone':
    'o servidor não guarda mensagens retidas: só os subscritores presentes veem os estados',
  'no commands: the broker refuses the subscription to {topic} (reason code {code}): allow it there':
    'sem comandos: o servidor recusa a subscrição de {topic} (código {code}): permita-a lá',
  // NATS
  'nkeySeed is no seed of an NKey: set it to one that begins with SU':
    'nkeySeed não é a semente de um NKey: ponha uma que comece por SU',
  '{host} refuses the sign-in of {account}: set user and password, or nkeySeed, to those of its account':
    '{host} recusa a entrada de {account}: ponha utilizador e palavra-passe, ou nkeySeed, da sua conta',
  'the NKey': 'o NKey',
  'a client without user': 'um cliente sem utilizador',
  '{host} does not offer TLS: set up TLS there, or use nats:// without tls':
    '{host} não oferece TLS: configure-o lá ou use nats:// sem tls',
  '{host} cannot be reached: what answers there is not a NATS server: check host and port of the url':
    'não se alcança {host}: o que ali responde não é um servidor NATS: verifique host e porta do endereço',
  '{host} cannot be reached: no NATS server answered there in time: check host and port of the url, and the network':
    'não se alcança {host}: nenhum servidor NATS respondeu ali a tempo: verifique host e porta do endereço, e a rede',
  'JetStream is not enabled for this account: enable it in the account of nats-server':
    'o JetStream não está ativado para esta conta: ative-o na conta do nats-server',
  'the subjects of this gateway belong to another stream: set stream to its name (nats stream ls)':
    'os assuntos deste gateway são de outro stream: ponha o nome dele em stream (nats stream ls)',
  'the stream is sealed and takes no records: set stream to another one':
    'o stream está selado e não aceita registos: ponha outro em stream',
  'the stream is full ({detail}): raise its limits with nats stream edit, or purge it':
    'o stream está cheio ({detail}): aumente os seus limites com nats stream edit, ou esvazie-o',
  'the account has no space left ({detail}): raise its JetStream limits':
    'a conta não tem mais espaço ({detail}): aumente os seus limites do JetStream',
  'the far side has a problem: {detail}': 'o outro lado tem um problema: {detail}',
  'the account may not publish to {subject}: give it this permission':
    'a conta não pode publicar em {subject}: dê-lhe esta permissão',
  'the account may not subscribe to {subject}: give it this permission':
    'a conta não pode subscrever {subject}: dê-lhe esta permissão',
  'the account may not publish to {subject}: newest locations are not sent; give it this permission':
    'a conta não pode publicar em {subject}: as localizações mais recentes não são enviadas; dê-lhe esta permissão',
  'no JetStream answers: start nats-server with -js, or wait until its cluster has a leader':
    'nenhum JetStream responde: inicie o nats-server com -js, ou espere que o cluster tenha um líder',
  'the far side did not answer in time: it is overloaded, or its cluster has no leader':
    'o outro lado não respondeu a tempo: está sobrecarregado, ou o cluster não tem líder',
  'the connection broke off ({detail})': 'a ligação foi cortada ({detail})',
  'closed by the far side': 'fechada pelo outro lado',
  'the records were not read back in time': 'os registos não foram relidos a tempo',
  'it has {bytes} bytes, and the far side takes {max}: raise max_payload of nats-server':
    'tem {bytes} bytes, e o outro lado aceita {max}: aumente max_payload do nats-server',
  'it has {bytes} bytes, more than the stream {stream} takes: raise its max-msg-size':
    'tem {bytes} bytes, mais do que o stream {stream} aceita: aumente o seu max-msg-size',
  'it has more than {bytes} bytes': 'tem mais de {bytes} bytes',
  'the stream {stream} does not take {subjects}: run {command}':
    'o stream {stream} não aceita {subjects}: execute {command}',
  'connected; the stream {stream} is missing: the uplink makes it, if its account may do so':
    'ligado; falta o stream {stream}: o encaminhamento cria-o, se a sua conta puder',
  'the stream {stream} is missing and {count} servers are not available for it: set replicas to fewer, or start them':
    'falta o stream {stream} e não há {count} servidores para ele: reduza replicas, ou inicie-os',
  'the stream {stream} is missing, and another stream has its subjects: set stream to its name (nats stream ls)':
    'falta o stream {stream}, e outro stream tem os seus assuntos: ponha o nome desse em stream (nats stream ls)',
  'the stream {stream} is missing ({detail}): run {command}': 'falta o stream {stream} ({detail}): execute {command}',
  'this account may not make it': 'esta conta não o pode criar',
  'store {store} has {count} entries, but its record {number} is in the stream {stream} already: the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation`, so that its new records get numbers of their own':
    'os dados {store} têm {count} entradas, mas o seu registo {number} já está no stream {stream}: os dados foram repostos num estado anterior; execute `waypost uplink reset {name} --new-generation`, para que os registos novos tenham números próprios',
  'another record with the id {id} is in the stream {stream} already: the store was put back to an earlier state; run `waypost uplink reset {name} --new-generation`, so that its new records get numbers of their own':
    'já há no stream {stream} outro registo com o id {id}: os dados foram repostos num estado anterior; execute `waypost uplink reset {name} --new-generation`, para que os registos novos tenham números próprios',
  'another record with the id {id} is in the stream {stream} already':
    'já há no stream {stream} outro registo com o id {id}',
  'the stream {stream} still knows the id of a record that is not there any more: it is sent again':
    'o stream {stream} ainda conhece o id de um registo que já lá não está: é enviado de novo',
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
