import type { Sentences } from '../../translations.js';

export const commands: Sentences<'commands'> = {
  'no reply within {seconds} s: the tracker may have carried it out':
    'sem resposta em {seconds} s: o localizador pode tê-lo executado',
  '{path} did not take all of it within {seconds} s: the tracker may have received it':
    '{path} não o aceitou todo em {seconds} s: o localizador pode tê-lo recebido',
  'written to {path}: {note}': 'escrito em {path}: {note}',
  '{protocol} has no replies': '{protocol} não tem respostas',
  '{path} was closed before the tracker replied': '{path} foi fechada antes de o localizador responder',
  'nothing was written: {reason}': 'nada foi escrito: {reason}',
  'the tracker accepted it': 'o localizador aceitou-o',
  'the node received the text': 'o nó recebeu o texto',
  'the gateway stopped while sending it: the tracker may have received it':
    'o gateway parou durante o envio: o localizador pode tê-lo recebido',
  'the gateway stopped, or its store failed, before it was sent: nothing was written':
    'o gateway parou, ou o seu armazenamento falhou, antes do envio: nada foi escrito',
  'the device did not report in time: nothing was written': 'o dispositivo não enviou dados a tempo: nada foi escrito',
  'canceled before it was sent: nothing was written': 'anulado antes do envio: nada foi escrito',
  'waits for the next report of the device, until {time}': 'espera o próximo relatório do dispositivo, até {time}',
  'device {id} has not reported on any port yet': 'o dispositivo {id} ainda não enviou dados em nenhuma porta',
  'device {id} is not connected to {path}': 'o dispositivo {id} não está conectado a {path}',
  '{path} keeps no connections: commands need a tcp listener':
    '{path} não mantém conexões: os comandos precisam de uma porta de escuta tcp',
  '{path} is in provisioning': '{path} está em preparação',
  '{path} is not open: GET /api/ports shows why': '{path} não está aberta: veja o motivo em Portas',
  '{protocol} takes no commands, and {path} does not allow writing: set commands: true for the port in serial.ports to send raw bytes':
    '{protocol} não aceita comandos e {path} não permite escrever: ponha commands: true para a porta em serial.ports para enviar bytes',
  '{protocol} takes no commands': '{protocol} não aceita comandos',
  'the tracker sent no HEL since its port was opened: try again when it has reported':
    'o localizador não enviou HEL desde que a porta foi aberta: tente de novo quando enviar dados',
  '{count} commands wait for device {id}: cancel one, or try again later':
    '{count} comandos esperam o dispositivo {id}: anule um ou tente mais tarde',
  'device {id} has no telephone number: set its min': 'o dispositivo {id} não tem número de telefone: indique-o',
};
