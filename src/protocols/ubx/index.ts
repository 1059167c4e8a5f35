import { defineProtocol } from '../protocol.js';
import { createDecoder } from './decoder.js';
import { createPacketFramer, lengthOf } from './packets.js';
import { provision } from './provision.js';
import { layoutOf } from './pvt.js';
import { BAUD_RATES } from './settings.js';

/**
 * u-blox receivers that send NAV-PVT (protocol version 14 and later), and HNR-PVT between solutions where they support it;
 * without NAV-PVT, older receivers that send NAV-SOL or NAV-POSLLH with a date. Other messages and NMEA sentences are
 * ignored, so a port that carries both yields each fix once.
 */
export const ubx = defineProtocol({
  name: 'ubx',
  baudRates: BAUD_RATES,
  requiresDeviceId: true,
  gnssTime: true,
  supersedes: 'nmea0183',
  idleTimeoutMs: 150,
  provision,
  framer: createPacketFramer,
  signatureBytes: lengthOf,
  // Receivers that send NMEA also send raw measurements as packets, and replies to commands.
  isPreferred: ({ message }) => layoutOf(message) !== undefined,
  decoder: createDecoder,
});
