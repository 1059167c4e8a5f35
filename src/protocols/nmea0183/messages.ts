import { defineMessages } from '../../messages/define.js';

export const nmeaMessages = defineMessages('protocol.nmea0183', {
  undated: 'the receiver sends positions without a date: switch on RMC or ZDA',
});
