import { defineText } from '../../text/text.js';

/** What a listener refused or closed, by reason. */
export const refusalsText = defineText('refusals', {
  outside_allow: '{count} refused: address not allowed',
  address_limit: '{count} refused: too many connections of one address',
  connection_limit: '{count} refused: too many connections',
  gave_way: '{count} without a frame closed for newer ones',
  no_data: '{count} closed: no data',
  no_frame: '{count} closed: no frame',
  silent: '{count} closed: silent',
  noise: '{count} closed: only noise',
  not_reading: '{count} closed: replies not read',
  bytes_limit: '{count} closed: too many incomplete frames',
  queue_full: '{count} dropped: store too slow',
  web_page: '{count} requests of web browsers refused',
  bad_request: '{count} malformed requests refused',
  no_device_id: '{count} records without a device id',
  system: '{count} refused by the operating system',
});
