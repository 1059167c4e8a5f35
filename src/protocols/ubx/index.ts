import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';
import { createPacketFramer, lengthOf } from './packets.js';
import { provision } from './provision.js';
import { layoutOf } from './pvt.js';
import { baudRates } from './settings.js';

/**
 * u-blox receivers that send NAV-PVT (protocol version 14 and later), and HNR-PVT between the solutions where they have
 * it. What else they send is passed over, sentences as well: of a port that carries both, each fix is told once.
 */
export const ubx = defineProtocol({
  name: 'ubx',
  baudRates,
  needsDevice: true,
  satelliteTime: true,
  supersedes: 'nmea0183',
  provision,
  framer: createPacketFramer,
  // Receivers that speak NMEA alone answer commands in packets too.
  own: (packet) => (layoutOf(packet.message) === undefined ? 0 : lengthOf(packet)),
  decoder: createDecoder,
});
