import { success } from '../../errors.js';
import type { Requester, Dialogue, ProvisioningFailure, TrackerInfo } from '../provision.js';
import { ubxErrors } from './messages.js';
import { PROBE, NORMAL } from './request-policy.js';
import { encodePacket, readVerdict } from './configuration.js';
import { readChipId, MON_VER, SEC_UNIQID, readVersion, type ReceiverVersion } from './receiver-info.js';
import type { UbxPacket } from './packets.js';

/** The first with the configuration interface, which sets all or none: u-blox 9. */
const MIN_PROTOCOL_VERSION = 27;

function tooOld({ model, firmware, protocol }: ReceiverVersion): ProvisioningFailure {
  const receiver = { name: model, detail: firmware, needed: MIN_PROTOCOL_VERSION };
  return protocol === undefined ? ubxErrors.muchTooOld(receiver) : ubxErrors.tooOld({ ...receiver, version: protocol });
}

/** Receivers respond to these packets even while they send only NMEA 0183. */
export function* identify(request: Requester<UbxPacket>): Dialogue<TrackerInfo> {
  const versionPayload = yield* request({
    send: encodePacket(MON_VER),
    ...PROBE,
    readResponse: ({ message, payload }) => (message === MON_VER && payload.length > 0 ? payload : undefined),
  });
  if (versionPayload === undefined) return ubxErrors.noReply({ command: 'MON-VER (version)' });
  const version = readVersion(versionPayload);
  if (version === undefined) return ubxErrors.unreadable({ command: 'MON-VER (version)' });
  if (version.protocol === undefined || version.protocol < MIN_PROTOCOL_VERSION) return tooOld(version);

  const chip = yield* request({
    send: encodePacket(SEC_UNIQID),
    ...NORMAL,
    readResponse(received) {
      if (received.message === SEC_UNIQID && received.payload.length > 0) return received.payload;
      return readVerdict(SEC_UNIQID, received) === 'refused' ? 'refused' : undefined;
    },
  });
  if (chip === undefined) return ubxErrors.noReply({ command: 'SEC-UNIQID (chip id)' });
  if (chip === 'refused') return ubxErrors.noChipId({ name: version.model, detail: version.firmware });
  const hardwareId = readChipId(chip);
  if (hardwareId === undefined) return ubxErrors.unreadable({ command: 'SEC-UNIQID (chip id)' });
  return success({ hardwareId, model: version.model, firmware: version.firmware });
}
