import type { Sentences } from '../../translations.js';

export const gateway: Sentences<'gateway'> = {
  // addresses
  'a plain mail address, like depot@example.com': 'um endereço de e-mail simples, como depot@example.com',
  'a telephone number: + and 3 to 15 digits, like +34600111222, or as dialed within the country':
    'um número de telefone: + e 3 a 15 algarismos, como +34600111222, ou como se marca dentro do país',
  // clock
  'the user already has an access key {name}': 'o utilizador já tem uma chave de acesso {name}',
  'limit of {count} access keys of one user reached: remove one first':
    'no máximo {count} chaves de acesso por utilizador: revogue primeiro uma',
  '/expires is in the past': 'O fim está no passado.',
  'an access key confirms nothing: give your password or your API key':
    'Uma chave de acesso não confirma nada: indique a sua senha ou a sua chave de API.',
  'the clock shows {time}, {why}: {advice}': 'o relógio mostra {time}, {why}: {advice}',
  'set it: connect the gateway to a network with time servers, fit a battery-backed clock, or run `date -s` as root':
    'acerte-o: conecte o gateway a uma rede com servidores de hora, instale um relógio com pilha ou execute `date -s` como root',
  'if the clock is right, run `waypost clock accept`; else set it: connect the gateway to a network with time servers, or run `date -s` as root':
    'se a hora estiver certa, execute `waypost clock accept`; se não, acerte-o: ligue o gateway a uma rede com servidores de hora ou execute `date -s` como root',
  'but this program was built on {time}': 'mas este programa foi compilado em {time}',
  'but trackers report the GNSS time {time}': 'mas os localizadores dão a hora GNSS {time}',
  'but the newest stored time is {time}': 'mas a hora armazenada mais recente é {time}',
  'it was behind the newest stored time and has not been set since':
    'estava atrasado em relação à hora armazenada mais recente e não foi acertado desde então',
  'nothing reports whether time servers synchronize the system clock':
    'nada indica se servidores de hora sincronizam o relógio do sistema',
  'time servers synchronize the system clock': 'servidores de hora sincronizam o relógio do sistema',
  'no time server synchronizes the system clock': 'nenhum servidor de hora sincroniza o relógio do sistema',
  'three consecutive fixes agree on {time}': 'três posições seguidas coincidem em {time}',
  'no tracker reports satellite time, or the trackers disagree':
    'nenhum localizador dá a hora dos satélites, ou não coincidem',
  'the battery-backed clock reads {time}': 'o relógio com pilha mostra {time}',
  'no battery-backed clock runs': 'nenhum relógio com pilha funciona',
  'the newest entry is from {time}': 'a entrada mais recente é de {time}',
  'nothing is stored yet': 'ainda nada está armazenado',
  'Waypost was built on {time}': 'o Waypost foi compilado em {time}',
  // store
  'the disk is full': 'o disco está cheio',
  'the disk is full (quota)': 'o disco está cheio (quota)',
  'the disk is full (quota, EDQUOT)': 'o disco está cheio (quota, EDQUOT)',
  'the disk is read-only, as a worn card becomes': 'o disco é só de leitura, como acaba um cartão gasto',
  'the disk is failing': 'o disco está a falhar',
  'the disk is too slow: try again': 'o disco é demasiado lento: tente de novo',
  'the store cannot write at present: try again': 'o armazenamento não pode escrever agora: tente de novo',
  'entry {number} is missing': 'falta a entrada {number}',
  'entries {from} to {to} are missing': 'faltam as entradas {from} a {to}',
  '{file}: bytes {from} to {to} are damaged{copy}': '{file}: os bytes {from} a {to} estão danificados{copy}',
  ', saved as {file}': ', copiados em {file}',
  ', and could not be saved': ' e não puderam ser copiados',
  '{file} was damaged, saved as {copy}: every user has to sign in again':
    '{file} estava danificado, guardado como {copy}: todos têm de iniciar sessão de novo',
  '{file} was damaged: set these again if they had a secret: {secrets}; then remove {copies}':
    '{file} estava danificado: volte a definir estes, se tinham um segredo: {secrets}; depois, apague {copies}',
  '{file} is damaged and could not be set aside ({reason}): every user has to sign in again after each start':
    '{file} está danificado e não pôde ser posto de lado ({reason}): todos têm de iniciar sessão de novo após cada arranque',
  '{folder} was in use before, but its log is gone: restore a backup':
    '{folder} já foi usada, mas o seu registo desapareceu: restaure uma cópia de segurança',
  'the data folder {folder} is gone: mount its disk again, or restore a backup; then restart the gateway':
    'a pasta de dados {folder} desapareceu: volte a montar o disco ou restaure uma cópia de segurança; depois, reinicie o gateway',
  'the store is closed': 'o armazenamento está fechado',
  // email
  'the gateway tries again later': 'o gateway tenta de novo mais tarde',
  'the gateway stopped': 'o gateway parou',
  'mail server {server} not found: {reply}': 'servidor de e-mail {server} não encontrado: {reply}',
  'the certificate of {server} is not trusted: {reply}': 'o certificado de {server} não é fiável: {reply}',
  '{server} rejects the connection: {reply}': '{server} rejeita a conexão: {reply}',
  '{server} offers no TLS (STARTTLS): {reply}': '{server} não oferece TLS (STARTTLS): {reply}',
  'the TLS handshake with {server} failed: {reply}': 'a negociação TLS com {server} falhou: {reply}',
  '{server} is unreachable: {reply}': '{server} está inacessível: {reply}',
  '{server} sent no greeting: {reply}': '{server} não enviou saudação: {reply}',
  'cannot sign in to {server} as {user}: {reply}': 'não é possível entrar em {server} como {user}: {reply}',
  '{server} rejects the user {user}: {reply}': '{server} rejeita o utilizador {user}: {reply}',
  '{server} rejects mail to {to}: {reply}': '{server} rejeita e-mails para {to}: {reply}',
  '{server} rejects mail from {from}: {reply}': '{server} rejeita e-mails de {from}: {reply}',
  '{server} rejects the text: {reply}': '{server} rejeita o texto: {reply}',
  'the reply states the reason': 'a resposta indica o motivo',
  'the text was sent to {server}, but it is unknown whether it was accepted: {reply}':
    'o texto foi enviado para {server}, mas não se sabe se foi aceite: {reply}',
  'ask the recipient before you send it again': 'pergunte ao destinatário antes de o enviar de novo',
  'check the address': 'verifique o endereço',
  'a sending limit of {server} is reached: {reply}': 'foi atingido um limite de envio de {server}: {reply}',
  '{server} takes no mail from this gateway: {reply}': '{server} não aceita correio deste gateway: {reply}',
  'ask its operator': 'pergunte ao operador do servidor',
  "check {host}, {port} and the gateway's network connection":
    'verifique {host}, {port} e a conexão de rede do gateway',
  'email is off': 'o e-mail está desativado',
  'email has no sender': 'o e-mail não tem remetente',
  // SMS
  'the network rejects the SIM': 'a rede rejeita o SIM',
  'ask the operator whether it is active': 'pergunte à operadora se está ativo',
  'the modem is not registered with a network yet': 'o modem ainda não está registado numa rede',
  'check the antenna if this lasts': 'verifique a antena se isto continuar',
  'the modem does not respond': 'o modem não responde',
  'the modem sent an unexpected response': 'o modem enviou uma resposta inesperada',
  'the modem replied {text}': 'o modem respondeu {text}',
  'switch its power off and on, and check its cable': 'desligue-o e ligue-o, e verifique o cabo',
  'the text was handed over, but {problem}': 'o texto foi entregue, mas {problem}',
  'the SIM requires its PIN': 'o SIM requer o seu PIN',
  'set {key}, 4 to 8 digits': 'defina {key}, de 4 a 8 algarismos',
  'no SIM in the modem': 'não há SIM no modem',
  'insert one': 'insira um',
  'no SIM in the modem: insert one': 'não há SIM no modem: insira um',
  'the SIM does not become ready': 'o SIM não fica pronto',
  'insert it again, or replace it': 'insira-o de novo ou substitua-o',
  'unlock it in a telephone': 'desbloqueie-o num telefone',
  'the network is congested': 'a rede está congestionada',
  'the network is out of order': 'a rede está avariada',
  'the network did not respond in time': 'a rede não respondeu a tempo',
  'the network does not know the SIM of this gateway: ask the operator whether it is active':
    'a rede não conhece o SIM deste gateway: pergunte à operadora se está ativo',
  'the network rejects SMS of this SIM: ask the operator, and check its credit':
    'a rede rejeita os SMS deste SIM: contacte a operadora e verifique o saldo',
  'the number of the message center is unknown: set {key}':
    'o número do centro de mensagens é desconhecido: indique {key}',
  'the number is not assigned: correct it': 'o número não está atribuído: corrija-o',
  'the operator bars this SIM: ask the operator': 'a operadora bloqueia este SIM: contacte a operadora',
  'the contract does not include SMS: ask the operator': 'o contrato não inclui SMS: contacte a operadora',
  // outbox
  'the gateway stopped while sending it: it may have been sent':
    'o gateway parou durante o envio: pode ter sido enviada',
  'not sent in time: {reason}': 'não enviada a tempo: {reason}',
  // API
  'requires privilege {privilege}': 'requer a permissão {privilege}',
  'device {id} not found': 'dispositivo {id} não encontrado',
  'alert {id} not found': 'alerta {id} não encontrado',
  'user {id} not found': 'utilizador {id} não encontrado',
  'group {id} not found': 'grupo {id} não encontrado',
  'unknown device {id} not found': 'dispositivo desconhecido {id} não encontrado',
  'port {path} not found: {advice}': 'porta {path} não encontrada: {advice}',
  'device {id} already exists': 'o dispositivo {id} já existe',
  'device {id} has expired': 'o dispositivo {id} expirou',
  'all {count} licenses are in use: let a device expire, or raise licenses.total':
    'as {count} licenças estão em uso: deixe expirar um dispositivo ou aumente licenses.total',
  'too many failed sign-ins: try again in {seconds} s':
    'demasiadas tentativas falhadas: tente de novo dentro de {seconds} s',
  'wrong user name or API key': 'nome de utilizador ou chave de API incorretos',
  'wrong user name or password': 'nome de utilizador ou senha incorretos',
  'wrong, used or expired link': 'link incorreto, usado ou expirado',
  'session {id} not found': 'sessão {id} não encontrada',
  'display {id} not found': 'monitor {id} não encontrado',
  'the body is too large: at most {bytes} bytes': 'os dados enviados são demasiado grandes: no máximo {bytes} bytes',
  'the gateway is reading too many large bodies: send it again later, or in smaller parts':
    'o gateway está a receber demasiados dados: envie de novo mais tarde, ou em partes menores',
  'the gateway holds too many large answers that are not read yet: ask again later, or for less':
    'o gateway tem demasiadas respostas grandes por ler: peça de novo mais tarde, ou peça menos',
  'limit of {count} event streams reached: end one first':
    'atingido o limite de {count} fluxos de eventos: feche primeiro um',
  'limit of {count} streams of port lines reached: end one first':
    'atingido o limite de {count} fluxos de linhas de portas: feche primeiro um',
  '{fields} are empty: add at least one recipient': '{fields} estão vazios: adicione pelo menos um destinatário',
  '{name} is already in provisioning': '{name} já está em preparação',
  // provisioning
  'all ports are done': 'todas as portas concluíram',
  'time limit reached': 'tempo limite atingido',
  'the gateway stops': 'o gateway está a parar',
  '{name} ended it': 'terminada por {name}',
  'provisioning has ended': 'a preparação terminou',
  'its time limit passed while the gateway was stopped': 'o tempo limite passou enquanto o gateway estava parado',
  'the gateway restarted, and its secrets are not stored':
    'o gateway reiniciou, e os seus segredos não são armazenados',
  '{name} may no longer provision: another user must put the port into provisioning':
    '{name} já não pode preparar localizadores: outro utilizador tem de pôr a porta em preparação',
  '{path} was lost{reason}: plug the tracker in again': '{path} perdeu-se{reason}: conecte o localizador de novo',
  '{path} is not open: plug the tracker in': '{path} não está aberta: conecte o localizador',
  'internal error: {detail}': 'erro interno: {detail}',
  'the tracker reports as {ownId} and cannot become {id}: use its own id, or none':
    'o localizador envia como {ownId} e não pode passar a ser {id}: use o seu próprio id, ou nenhum',
  'the tracker has no id yet: {fix}': 'o localizador ainda não tem id: {fix}',
  '{id} is not a valid device id: {fix}': '{id} não é um id de dispositivo válido: {fix}',
  'set deviceId in the template, or add a column id to the list of units':
    'defina deviceId no perfil, ou adicione uma coluna id à lista de unidades',
  'this is {tracker}, but the receipt is for {other}: plug that tracker in':
    'este é {tracker}, mas o comprovativo é de {other}: conecte esse localizador',
  'the tracker accepted the settings but has others: {settings}: request values that its firmware allows':
    'o localizador aceitou as definições mas tem outras: {settings}: peça valores que o seu firmware permita',
  '{tracker} was replaced by {other} before it was finished: plug it in again':
    '{tracker} foi substituído por {other} antes de concluir: conecte-o de novo',
  '{message}. The tracker may be partly configured: plug it into a port in provisioning again, and the gateway completes or reverts it':
    '{message}. O localizador pode estar configurado em parte: conecte-o de novo a uma porta em preparação, e o gateway conclui ou reverte',
  '{model} with firmware {firmware} does not report {settings}: remove it from the template':
    '{model} com o firmware {firmware} não indica {settings}: remova-o do perfil',
  'a {otherProtocol} tracker is on this port, but the template is for {protocol}: plug in another tracker, or choose another template':
    'nesta porta está um localizador {otherProtocol}, mas o modelo é para {protocol}: ligue outro localizador ou escolha outro modelo',
  'line {line}, column {column}: {problem}': 'linha {line}, coluna {column}: {problem}',
  'line {line}: {problem}': 'linha {line}: {problem}',
  'leave the list of units out: an undo uses none': 'retire a lista de localizadores: anular não usa nenhuma',
  'no rows below the titles': 'não há linhas por baixo dos títulos',
  'more than {count} rows: split the list': 'mais de {count} linhas: divida a lista',
  'a quotation mark is never closed': 'umas aspas nunca são fechadas',
  'text after a closing quotation mark: double each quotation mark inside of a cell':
    'há texto depois de aspas de fecho: duplique as aspas dentro de uma célula',
  'a character was damaged: save the list as CSV in UTF-8':
    'um carácter está danificado: guarde a lista como CSV em UTF-8',
  'a cell without a title: add a title, or put cells with a separator in quotation marks':
    'uma célula sem título: acrescente um título ou ponha entre aspas as células com um separador',
  'column {title} is not used: use one of {names}': 'a coluna {title} não é usada: use uma de {names}',
  'column {title} is not used: did you mean {name}? Use one of {names}':
    'a coluna {title} não é usada: queria dizer {name}? Use uma de {names}',
  'the columns {title} and {other} are both {name}: remove one':
    'as colunas {title} e {other} são ambas {name}: retire uma',
  'a spreadsheet has shortened or reformatted the number {value}: format the column as text and enter it again':
    'uma folha de cálculo encurtou ou reformatou o número {value}: formate a coluna como texto e introduza-o de novo',
  '{value} is not an id: an id has 1 to 64 letters, digits and . _ : -':
    '{value} não é um id: um id tem de 1 a 64 letras, algarismos e . _ : -',
  'no identity: a list with identities is not assigned in order':
    'falta identity: uma lista com identity não é atribuída por ordem',
  '{value} is also in {where}: remove one of the two': '{value} está também em {where}: retire um dos dois',
  'pattern {pattern}: {missing} has no value: fill in a column {name} of the list of units':
    'padrão {pattern}: {missing} não tem valor: preencha uma coluna {name} da lista de localizadores',
  'the list of units has no row for {tracker}: add one with this identity':
    'a lista de unidades não tem linha para {tracker}: adicione uma com esta identidade',
  'all {count} rows of the list of units are used: add more':
    'as {count} linhas da lista de unidades estão usadas: adicione mais',
  '{id} is on {port} and on {path}: two trackers cannot have the same id, so unplug one of them':
    '{id} está em {port} e em {path}: dois localizadores não podem ter o mesmo id; desconecte um deles',
  'group {group} of the template not found: change the template':
    'grupo {group} do perfil não encontrado: altere o perfil',
  '{path} is configured for {baud} baud, but the tracker would change to {rate}: {fix}':
    '{path} está configurada para {baud} baud, mas o localizador mudaria para {rate}: {fix}',
  'remove the baud rate from the template, or baudRate from serial.ports':
    'remova a velocidade do perfil, ou baudRate de serial.ports',
  'the store cannot write: {detail}': 'o armazenamento não pode escrever: {detail}',
};
