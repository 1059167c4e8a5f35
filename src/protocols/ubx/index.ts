import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';
import { createPacketFramer, lengthOf } from './packets.js';
import { provision } from './provision.js';
import { layoutOf } from './pvt.js';
import { BAUD_RATES } from './settings.js';

/**
 * u-blox receivers that send NAV-PVT (protocol version 14 and later), and HNR-PVT between solutions where they support it.
 * Other messages and NMEA sentences are ignored, so a port that carries both yields each fix once.
 */
export const ubx = defineProtocol({
  name: 'ubx',
  baudRates: BAUD_RATES,
  requiresDeviceId: true,
  gnssTime: true,
  supersedes: 'nmea0183',
  provision,
  framer: createPacketFramer,
  // Receivers that send only NMEA still reply to commands with packets.
  signatureBytes: (packet) => (layoutOf(packet.message) === undefined ? 0 : lengthOf(packet)),
  decoder: createDecoder,
});
