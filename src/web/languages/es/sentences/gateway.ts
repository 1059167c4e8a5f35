import type { Sentences } from '../../translations.js';

export const gateway: Sentences<'gateway'> = {
  // addresses
  'a plain mail address, like depot@example.com': 'una dirección de correo simple, como depot@example.com',
  'a telephone number: + and 3 to 15 digits, like +34600111222, or as dialed within the country':
    'un número de teléfono: + y de 3 a 15 cifras, como +34600111222, o como se marca dentro del país',
  // clock
  'the user already has an access key {name}': 'el usuario ya tiene una clave de acceso {name}',
  'limit of {count} access keys of one user reached: remove one first':
    'como máximo {count} claves de acceso por usuario: anule antes una',
  '/expires is in the past': 'El fin está en el pasado.',
  'an access key confirms nothing: give your password or your API key':
    'Una clave de acceso no confirma nada: escriba su contraseña o su clave de API.',
  'the clock shows {time}, {why}: {advice}': 'el reloj marca {time}, {why}: {advice}',
  'set it: connect the gateway to a network with time servers, fit a battery-backed clock, or run `date -s` as root':
    'póngalo en hora: conecte la pasarela a una red con servidores de hora, instale un reloj con pila o ejecute `date -s` como root',
  'if the clock is right, run `waypost clock accept`; else set it: connect the gateway to a network with time servers, or run `date -s` as root':
    'si la hora es correcta, ejecute `waypost clock accept`; si no, póngalo en hora: conecte la pasarela a una red con servidores de hora o ejecute `date -s` como root',
  'but this program was built on {time}': 'pero este programa se creó el {time}',
  'but trackers report the GNSS time {time}': 'pero los localizadores dan la hora GNSS {time}',
  'but the newest stored time is {time}': 'pero la hora guardada más reciente es {time}',
  'it was behind the newest stored time and has not been set since':
    'iba por detrás de la hora guardada más reciente y no se ha puesto en hora desde entonces',
  'nothing reports whether time servers synchronize the system clock':
    'nada indica si los servidores de hora sincronizan el reloj del sistema',
  'time servers synchronize the system clock': 'los servidores de hora sincronizan el reloj del sistema',
  'no time server synchronizes the system clock': 'ningún servidor de hora sincroniza el reloj del sistema',
  'three consecutive fixes agree on {time}': 'tres posiciones seguidas coinciden en {time}',
  'no tracker reports satellite time, or the trackers disagree':
    'ningún localizador da la hora de satélite, o no coinciden',
  'the battery-backed clock reads {time}': 'el reloj con pila marca {time}',
  'no battery-backed clock runs': 'no hay reloj con pila en marcha',
  'the newest entry is from {time}': 'la entrada más reciente es de {time}',
  'nothing is stored yet': 'aún no hay nada guardado',
  'Waypost was built on {time}': 'Waypost se creó el {time}',
  // store
  'the disk is full': 'el disco está lleno',
  'the disk is full (quota)': 'el disco está lleno (cuota)',
  'the disk is full (quota, EDQUOT)': 'el disco está lleno (cuota, EDQUOT)',
  'the disk is read-only, as a worn card becomes': 'el disco es de solo lectura, como acaba una tarjeta gastada',
  'the disk is failing': 'el disco falla',
  'the disk is too slow: try again': 'el disco es demasiado lento: vuelva a intentarlo',
  'the store cannot write at present: try again': 'el almacén no puede escribir ahora: vuelva a intentarlo',
  'entry {number} is missing': 'falta la entrada {number}',
  'entries {from} to {to} are missing': 'faltan las entradas {from} a {to}',
  '{file}: bytes {from} to {to} are damaged{copy}': '{file}: los bytes {from} a {to} están dañados{copy}',
  ', saved as {file}': ', copiados en {file}',
  ', and could not be saved': ' y no se pudieron copiar',
  '{file} was damaged, saved as {copy}: every user has to sign in again':
    '{file} estaba dañado, guardado como {copy}: todos tienen que volver a iniciar sesión',
  '{file} was damaged: set these again if they had a secret: {secrets}; then remove {copies}':
    '{file} estaba dañado: vuelva a poner estos si tenían un secreto: {secrets}; después, borre {copies}',
  '{file} is damaged and could not be set aside ({reason}): every user has to sign in again after each start':
    '{file} está dañado y no se pudo apartar ({reason}): todos tienen que volver a iniciar sesión después de cada arranque',
  '{folder} was in use before, but its log is gone: restore a backup':
    '{folder} ya se usó antes, pero falta su registro: restaure una copia de seguridad',
  'the data folder {folder} is gone: mount its disk again, or restore a backup; then restart the gateway':
    'la carpeta de datos {folder} ha desaparecido: vuelva a montar el disco o restaure una copia de seguridad; después, reinicie la pasarela',
  'the store is closed': 'el almacén está cerrado',
  // email
  'the gateway tries again later': 'la pasarela lo volverá a intentar',
  'the gateway stopped': 'la pasarela se detuvo',
  'mail server {server} not found: {reply}': 'no se encuentra el servidor de correo {server}: {reply}',
  'the certificate of {server} is not trusted: {reply}': 'el certificado de {server} no es de confianza: {reply}',
  '{server} rejects the connection: {reply}': '{server} rechaza la conexión: {reply}',
  '{server} offers no TLS (STARTTLS): {reply}': '{server} no ofrece TLS (STARTTLS): {reply}',
  'the TLS handshake with {server} failed: {reply}': 'falló la negociación TLS con {server}: {reply}',
  '{server} is unreachable: {reply}': '{server} no está accesible: {reply}',
  '{server} sent no greeting: {reply}': '{server} no envió saludo: {reply}',
  'cannot sign in to {server} as {user}: {reply}': 'no se puede entrar en {server} como {user}: {reply}',
  '{server} rejects the user {user}: {reply}': '{server} rechaza el usuario {user}: {reply}',
  '{server} rejects mail to {to}: {reply}': '{server} rechaza el correo para {to}: {reply}',
  '{server} rejects mail from {from}: {reply}': '{server} rechaza el correo de {from}: {reply}',
  '{server} rejects the text: {reply}': '{server} rechaza el texto: {reply}',
  'the reply states the reason': 'la respuesta indica el motivo',
  'the text was sent to {server}, but it is unknown whether it was accepted: {reply}':
    'el texto se envió a {server}, pero no se sabe si lo aceptó: {reply}',
  'ask the recipient before you send it again': 'pregunte al destinatario antes de repetir el envío',
  'check the address': 'revise la dirección',
  'a sending limit of {server} is reached: {reply}': 'se ha alcanzado un límite de envío de {server}: {reply}',
  '{server} takes no mail from this gateway: {reply}': '{server} no acepta correo de esta pasarela: {reply}',
  'ask its operator': 'pregunte a su operador',
  "check {host}, {port} and the gateway's network connection":
    'revise {host}, {port} y la conexión de red de la pasarela',
  'email is off': 'el correo está desactivado',
  'email has no sender': 'el correo no tiene remitente',
  // SMS
  'the network rejects the SIM': 'la red rechaza la SIM',
  'ask the operator whether it is active': 'pregunte al operador si está activa',
  'the modem is not registered with a network yet': 'el módem aún no está registrado en una red',
  'check the antenna if this lasts': 'revise la antena si esto continúa',
  'the modem does not respond': 'el módem no responde',
  'the modem sent an unexpected response': 'el módem envió una respuesta inesperada',
  'the modem replied {text}': 'el módem respondió {text}',
  'switch its power off and on, and check its cable': 'apáguelo y enciéndalo, y revise su cable',
  'the text was handed over, but {problem}': 'el texto se entregó, pero {problem}',
  'the SIM requires its PIN': 'la SIM pide su PIN',
  'set {key}, 4 to 8 digits': 'ponga {key}, de 4 a 8 cifras',
  'no SIM in the modem': 'no hay SIM en el módem',
  'insert one': 'inserte una',
  'no SIM in the modem: insert one': 'no hay SIM en el módem: inserte una',
  'the SIM does not become ready': 'la SIM no llega a estar lista',
  'insert it again, or replace it': 'insértela de nuevo o cámbiela',
  'unlock it in a telephone': 'desbloquéela en un teléfono',
  'the network is congested': 'la red está saturada',
  'the network is out of order': 'la red no funciona',
  'the network did not respond in time': 'la red no respondió a tiempo',
  'the network does not know the SIM of this gateway: ask the operator whether it is active':
    'la red no conoce la SIM de esta pasarela: pregunte al operador si está activa',
  'the network rejects SMS of this SIM: ask the operator, and check its credit':
    'la red rechaza los SMS de esta SIM: pregunte al operador y revise su saldo',
  'the number of the message center is unknown: set {key}':
    'se desconoce el número del centro de mensajes: indique {key}',
  'the number is not assigned: correct it': 'el número no está asignado: corríjalo',
  'the operator bars this SIM: ask the operator': 'el operador bloquea esta SIM: pregunte al operador',
  'the contract does not include SMS: ask the operator': 'el contrato no incluye SMS: pregunte al operador',
  // outbox
  'the gateway stopped while sending it: it may have been sent':
    'la pasarela se detuvo durante el envío: puede que se haya enviado',
  'not sent in time: {reason}': 'no se envió a tiempo: {reason}',
  // API
  'requires privilege {privilege}': 'requiere el permiso {privilege}',
  'device {id} not found': 'no se encuentra el dispositivo {id}',
  'alert {id} not found': 'no se encuentra la alerta {id}',
  'user {id} not found': 'no se encuentra el usuario {id}',
  'group {id} not found': 'no se encuentra el grupo {id}',
  'unknown device {id} not found': 'no se encuentra el dispositivo desconocido {id}',
  'port {path} not found: {advice}': 'no se encuentra el puerto {path}: {advice}',
  'device {id} already exists': 'el dispositivo {id} ya existe',
  'device {id} has expired': 'el dispositivo {id} ha caducado',
  'all {count} licenses are in use: let a device expire, or raise licenses.total':
    'las {count} licencias están en uso: deje caducar un dispositivo o aumente licenses.total',
  'too many failed sign-ins: try again in {seconds} s': 'demasiados intentos fallidos: espere {seconds} s',
  'wrong user name or API key': 'usuario o clave de API incorrectos',
  'wrong user name or password': 'usuario o contraseña incorrectos',
  'wrong, used or expired link': 'enlace incorrecto, usado o caducado',
  'session {id} not found': 'no se encuentra la sesión {id}',
  'display {id} not found': 'no se encuentra la pantalla {id}',
  'the body is too large: at most {bytes} bytes': 'los datos enviados son demasiado grandes: como máximo {bytes} bytes',
  'the gateway is reading too many large bodies: send it again later, or in smaller parts':
    'la pasarela recibe demasiados datos a la vez: envíelos de nuevo más tarde o en partes más pequeñas',
  'the gateway holds too many large answers that are not read yet: ask again later, or for less':
    'la pasarela tiene demasiadas respuestas grandes sin enviar: pregunte de nuevo más tarde o pida menos',
  'limit of {count} event streams reached: end one first':
    'se alcanzó el límite de {count} conexiones de eventos: cierre una antes',
  'limit of {count} streams of port lines reached: end one first':
    'se alcanzó el límite de {count} conexiones con líneas de puertos: cierre una antes',
  '{fields} are empty: add at least one recipient': '{fields} están vacíos: añada al menos un destinatario',
  '{name} is already in provisioning': '{name} ya está en preparación',
  // provisioning
  'all ports are done': 'todos los puertos han terminado',
  'time limit reached': 'se acabó el tiempo',
  'the gateway stops': 'la pasarela se detiene',
  '{name} ended it': '{name} lo terminó',
  'provisioning has ended': 'la preparación ha terminado',
  'its time limit passed while the gateway was stopped': 'se acabó el tiempo mientras la pasarela estaba detenida',
  'the gateway restarted, and its secrets are not stored': 'la pasarela se reinició y sus secretos no se guardan',
  '{name} may no longer provision: another user must put the port into provisioning':
    '{name} ya no puede configurar localizadores: otro usuario debe preparar el puerto',
  '{path} was lost{reason}: plug the tracker in again': '{path} se perdió{reason}: vuelva a conectar el localizador',
  '{path} is not open: plug the tracker in': '{path} no está abierto: conecte el localizador',
  'internal error: {detail}': 'error interno: {detail}',
  'the tracker reports as {ownId} and cannot become {id}: use its own id, or none':
    'el localizador informa como {ownId} y no puede ser {id}: use su propio id, o ninguno',
  'the tracker has no id yet: {fix}': 'el localizador aún no tiene id: {fix}',
  '{id} is not a valid device id: {fix}': '{id} no es un id de dispositivo válido: {fix}',
  'set deviceId in the template, or add a column id to the list of units':
    'ponga deviceId en la plantilla o añada una columna id a la lista de unidades',
  'this is {tracker}, but the receipt is for {other}: plug that tracker in':
    'este es {tracker}, pero el comprobante es de {other}: conecte ese localizador',
  'the tracker accepted the settings but has others: {settings}: request values that its firmware allows':
    'el localizador aceptó los ajustes pero tiene otros: {settings}: use valores que su firmware permita',
  '{tracker} was replaced by {other} before it was finished: plug it in again':
    '{tracker} se cambió por {other} antes de terminar: vuelva a conectarlo',
  '{message}. The tracker may be partly configured: plug it into a port in provisioning again, and the gateway completes or reverts it':
    '{message}. El localizador puede estar a medias: conéctelo de nuevo a un puerto en preparación y la pasarela lo completará o revertirá',
  '{model} with firmware {firmware} does not report {settings}: remove it from the template':
    '{model} con firmware {firmware} no informa de {settings}: quítelo de la plantilla',
  'a {otherProtocol} tracker is on this port, but the template is for {protocol}: plug in another tracker, or choose another template':
    'en este puerto hay un rastreador {otherProtocol}, pero la plantilla es para {protocol}: conecte otro rastreador o elija otra plantilla',
  'line {line}, column {column}: {problem}': 'línea {line}, columna {column}: {problem}',
  'line {line}: {problem}': 'línea {line}: {problem}',
  'leave the list of units out: an undo uses none': 'quite la lista de rastreadores: deshacer no usa ninguna',
  'no rows below the titles': 'no hay filas debajo de los títulos',
  'more than {count} rows: split the list': 'más de {count} filas: divida la lista',
  'a quotation mark is never closed': 'unas comillas no se cierran nunca',
  'text after a closing quotation mark: double each quotation mark inside of a cell':
    'hay texto después de unas comillas de cierre: duplique las comillas dentro de una celda',
  'a character was damaged: save the list as CSV in UTF-8':
    'un carácter está dañado: guarde la lista como CSV en UTF-8',
  'a cell without a title: add a title, or put cells with a separator in quotation marks':
    'una celda sin título: añada un título o ponga entre comillas las celdas con separador',
  'column {title} is not used: use one of {names}': 'la columna {title} no se usa: use una de {names}',
  'column {title} is not used: did you mean {name}? Use one of {names}':
    'la columna {title} no se usa: ¿quería decir {name}? Use una de {names}',
  'the columns {title} and {other} are both {name}: remove one':
    'las columnas {title} y {other} son las dos {name}: quite una',
  'a spreadsheet has shortened or reformatted the number {value}: format the column as text and enter it again':
    'una hoja de cálculo ha acortado o cambiado el formato del número {value}: dé a la columna formato de texto e introdúzcalo de nuevo',
  '{value} is not an id: an id has 1 to 64 letters, digits and . _ : -':
    '{value} no es un id: un id tiene de 1 a 64 letras, cifras y . _ : -',
  'no identity: a list with identities is not assigned in order':
    'falta identity: una lista con identity no se asigna por orden',
  '{value} is also in {where}: remove one of the two': '{value} está también en {where}: quite uno de los dos',
  'pattern {pattern}: {missing} has no value: fill in a column {name} of the list of units':
    'patrón {pattern}: {missing} no tiene valor: rellene una columna {name} de la lista de rastreadores',
  'the list of units has no row for {tracker}: add one with this identity':
    'la lista de unidades no tiene fila para {tracker}: añada una con esta identidad',
  'all {count} rows of the list of units are used: add more':
    'las {count} filas de la lista de unidades están usadas: añada más',
  '{id} is on {port} and on {path}: two trackers cannot have the same id, so unplug one of them':
    '{id} está en {port} y en {path}: dos localizadores no pueden tener el mismo id; desconecte uno',
  'group {group} of the template not found: change the template':
    'no se encuentra el grupo {group} de la plantilla: cambie la plantilla',
  '{path} is configured for {baud} baud, but the tracker would change to {rate}: {fix}':
    '{path} está configurado a {baud} baudios, pero el localizador cambiaría a {rate}: {fix}',
  'remove the baud rate from the template, or baudRate from serial.ports':
    'quite la velocidad de la plantilla o baudRate de serial.ports',
  'the store cannot write: {detail}': 'el almacén no puede escribir: {detail}',
};
