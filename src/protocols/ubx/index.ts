import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';
import { createPacketFramer, lengthOf } from './packets.js';
import { provision } from './provision.js';
import { layoutOf } from './pvt.js';
import { BAUD_RATES } from './settings.js';

/**
 * u-blox receivers that send NAV-PVT (protocol version 14 and later), and HNR-PVT between the solutions where they have
 * it. What else they send is passed over, sentences as well: of a port that carries both, each fix is told once.
 */
export const ubx = defineProtocol({
  name: 'ubx',
  baudRates: BAUD_RATES,
  requiresDeviceId: true,
  gnssTime: true,
  supersedes: 'nmea0183',
  provision,
  framer: createPacketFramer,
  // Receivers that speak NMEA alone answer commands in packets too.
  signatureBytes: (packet) => (layoutOf(packet.message) === undefined ? 0 : lengthOf(packet)),
  decoder: createDecoder,
});
