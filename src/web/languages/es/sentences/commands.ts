import type { Sentences } from '../../translations.js';

export const commands: Sentences<'commands'> = {
  'no reply within {seconds} s: the tracker may have carried it out':
    'sin respuesta en {seconds} s: es posible que el localizador la haya ejecutado',
  '{path} did not take all of it within {seconds} s: the tracker may have received it':
    '{path} no la aceptó entera en {seconds} s: es posible que el localizador la haya recibido',
  'written to {path}: {note}': 'escrita en {path}: {note}',
  '{protocol} has no replies': '{protocol} no tiene respuestas',
  '{path} was closed before the tracker replied': '{path} se cerró antes de que el localizador respondiera',
  'nothing was written: {reason}': 'no se escribió nada: {reason}',
  'the tracker accepted it': 'el localizador la aceptó',
  'the node received the text': 'el nodo recibió el texto',
  'the gateway stopped while sending it: the tracker may have received it':
    'la pasarela se detuvo al enviarla: es posible que el localizador la haya recibido',
  'the gateway stopped, or its store failed, before it was sent: nothing was written':
    'la pasarela se detuvo, o falló su almacén, antes de enviarla: no se escribió nada',
  'the device did not report in time: nothing was written': 'el dispositivo no informó a tiempo: no se escribió nada',
  'canceled before it was sent: nothing was written': 'anulado antes de enviarla: no se escribió nada',
  'waits for the next report of the device, until {time}': 'espera el próximo informe del dispositivo, hasta {time}',
  'device {id} has not reported on any port yet': 'el dispositivo {id} aún no se ha recibido en ningún puerto',
  'device {id} is not connected to {path}': 'el dispositivo {id} no está conectado a {path}',
  '{path} keeps no connections: commands need a tcp listener':
    '{path} no mantiene conexiones: las órdenes necesitan un puerto de escucha tcp',
  '{path} is in provisioning': '{path} está en preparación',
  '{path} is not open: GET /api/ports shows why': '{path} no está abierto: vea el motivo en Puertos',
  '{protocol} takes no commands, and {path} does not allow writing: set commands: true for the port in serial.ports to send raw bytes':
    '{protocol} no admite órdenes y {path} no permite escribir: ponga commands: true para el puerto en serial.ports para enviar bytes',
  '{protocol} takes no commands': '{protocol} no admite órdenes',
  'the tracker sent no HEL since its port was opened: try again when it has reported':
    'el localizador no envió HEL desde que se abrió su puerto: inténtelo cuando haya informado',
  '{count} commands wait for device {id}: cancel one, or try again later':
    '{count} órdenes esperan al dispositivo {id}: anule una o inténtelo más tarde',
  'device {id} has no telephone number: set its min': 'el dispositivo {id} no tiene número de teléfono: póngalo',
};
