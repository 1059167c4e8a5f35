import type { Texts } from '../translations.js';

export const refusals: Texts<'refusals'> = {
  outside_allow: '{count} recusadas: endereço não permitido',
  address_limit: '{count} recusadas: demasiadas conexões de um endereço',
  connection_limit: '{count} recusadas: demasiadas conexões',
  gave_way: '{count} sem trama fechadas a favor de mais recentes',
  no_data: '{count} fechadas: sem dados',
  no_frame: '{count} fechadas: sem tramas',
  silent: '{count} fechadas: em silêncio',
  noise: '{count} fechadas: só ruído',
  not_reading: '{count} fechadas: respostas não lidas',
  bytes_limit: '{count} fechadas: demasiadas tramas incompletas',
  queue_full: '{count} descartadas: armazenamento lento demais',
  web_page: '{count} pedidos de navegadores recusados',
  bad_request: '{count} pedidos malformados recusados',
  no_device_id: '{count} registos sem id de dispositivo',
  system: '{count} recusadas pelo sistema operativo',
};
