import type { Texts } from '../translations.js';

export const refusals: Texts<'refusals'> = {
  outside_allow: '{count} rechazadas: dirección no permitida',
  address_limit: '{count} rechazadas: demasiadas conexiones de una dirección',
  connection_limit: '{count} rechazadas: demasiadas conexiones',
  gave_way: '{count} sin tramas cerradas en favor de otras más nuevas',
  no_data: '{count} cerradas: sin datos',
  no_frame: '{count} cerradas: ninguna trama',
  silent: '{count} cerradas: en silencio',
  noise: '{count} cerradas: solo ruido',
  not_reading: '{count} cerradas: no leen las respuestas',
  bytes_limit: '{count} cerradas: demasiadas tramas incompletas',
  queue_full: '{count} descartados: almacén demasiado lento',
  web_page: '{count} peticiones de navegadores rechazadas',
  bad_request: '{count} peticiones mal formadas rechazadas',
  no_device_id: '{count} registros sin id de dispositivo',
  system: '{count} rechazadas por el sistema operativo',
};
