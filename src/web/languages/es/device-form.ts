import type { Texts } from '../translations.js';

export const deviceForm: Texts<'deviceForm'> = {
  id: 'Id',
  idHint: 'IMEI o número de serie: letras, cifras y . _ : -',
  name: 'Nombre',
  description: 'Nota',
  min: 'Número de teléfono del localizador',
  tags: 'Etiquetas',
  tagsHint: 'Una por línea, por ejemplo: matrícula = 1234 ABC',
  tagsInvalid: 'Escriba cada etiqueta como nombre = valor, una por línea.',
  groups: 'Grupos',
  dailyLimit: '{units} al día',
  limitHint: 'Vacío: sin límite. 0: no se envía ninguno.',
  temporary: 'Temporal',
  expires: 'Caduca',
  permanent: 'no caduca',
  empty: 'vacío',
  changedMeanwhile: 'Otro usuario ha cambiado esto entretanto:',
  nowIs: '{field} es ahora: {value}',
  overwrite: 'Lo que ha escrito sigue aquí. Guarde de nuevo para sustituirlo por lo suyo.',
  add: 'Añadir dispositivo',
  added: 'Añadido {name}.',
  details: 'Datos',
  edit: 'Editar',
  group: 'Grupo',
  limits: 'Límites',
  expireNow: 'Caducar ahora',
  confirmExpire:
    '¿Caducar {name} ahora? Su licencia queda libre y sus nuevos informes se rechazan hasta que ponga otra fecha. Su historial se queda.',
  confirmRemove:
    '¿Eliminar {name}? Su licencia queda libre, sus grupos y reglas lo pierden y sus comandos en cola se cancelan. Su historial se queda en la pasarela hasta que la retención lo borre; lo verá de nuevo si se registra otra vez el mismo id.',
};
