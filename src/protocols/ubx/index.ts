import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';
import { navPvt } from './nav-pvt.js';
import { createPacketFramer, lengthOf } from './packets.js';

/**
 * u-blox receivers that send NAV-PVT (protocol version 14 and later). What else they send is passed over, sentences as
 * well: of a port that carries both, each fix is told once.
 */
export const ubx = defineProtocol({
  name: 'ubx',
  baudRates: [9600, 38400, 115200, 57600, 19200, 4800],
  needsDevice: true,
  satelliteTime: true,
  supersedes: 'nmea0183',
  framer: createPacketFramer,
  // Receivers that speak NMEA alone answer commands in packets too.
  own: (packet) => (packet.message === navPvt ? lengthOf(packet) : 0),
  decoder: createDecoder,
});
