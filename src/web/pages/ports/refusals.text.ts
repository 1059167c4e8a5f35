import { defineText } from '../../text/text.js';

/** What a listener refused or closed, by reason. */
export const refusalsText = defineText('refusals', {
  outside_allow: '{count, number} refused: address not allowed',
  address_limit: '{count, number} refused: too many connections of one address',
  connection_limit: '{count, number} refused: too many connections',
  gave_way: '{count, number} without a frame closed for newer ones',
  no_data: '{count, number} closed: no data',
  no_frame: '{count, number} closed: no frame',
  silent: '{count, number} closed: silent',
  noise: '{count, number} closed: only noise',
  not_reading: '{count, number} closed: replies not read',
  bytes_limit: '{count, number} closed: too many incomplete frames',
  queue_full: '{count, number} dropped: store too slow',
  web_page: '{count, plural, one {# request of a web browser} other {# requests of web browsers}} refused',
  bad_request: '{count, plural, one {# malformed request} other {# malformed requests}} refused',
  no_device_id: '{count, plural, one {# record} other {# records}} without a device id',
  system: '{count, number} refused by the operating system',
});
