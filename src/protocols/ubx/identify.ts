import { failure, success } from '../../errors.js';
import type { Requester, Dialogue, TrackerInfo } from '../provision.js';
import { PROBE, garbled, NORMAL, noResponse } from './request-policy.js';
import { encodePacket, readVerdict } from './configuration.js';
import { readChipId, MON_VER, SEC_UNIQID, readVersion, type ReceiverVersion } from './receiver-info.js';
import type { UbxPacket } from './packets.js';

/** The first with the configuration interface, which sets all or none: u-blox 9. */
const MIN_PROTOCOL_VERSION = 27;

const tooOld = ({ model, firmware, protocol }: ReceiverVersion) =>
  failure(
    'refused',
    `${model} (${firmware}) cannot be set up by Waypost: CFG-VALSET needs protocol version ${MIN_PROTOCOL_VERSION} (u-blox 9 and later), but the receiver has ${protocol ?? 'a version below 15'}: use u-center instead`,
  );

const noChipId = ({ model, firmware }: ReceiverVersion) =>
  failure('refused', `${model} (${firmware}) does not report its chip id (SEC-UNIQID): update its firmware`);

/** Receivers respond to these packets even while they send only NMEA 0183. */
export function* identify(request: Requester<UbxPacket>): Dialogue<TrackerInfo> {
  const versionPayload = yield* request({
    send: encodePacket(MON_VER),
    ...PROBE,
    readResponse: ({ message, payload }) => (message === MON_VER && payload.length > 0 ? payload : undefined),
  });
  if (versionPayload === undefined) return noResponse('MON-VER (version)');
  const version = readVersion(versionPayload);
  if (version === undefined) return garbled('MON-VER (version)');
  if (version.protocol === undefined || version.protocol < MIN_PROTOCOL_VERSION) return tooOld(version);

  const chip = yield* request({
    send: encodePacket(SEC_UNIQID),
    ...NORMAL,
    readResponse(received) {
      if (received.message === SEC_UNIQID && received.payload.length > 0) return received.payload;
      return readVerdict(SEC_UNIQID, received) === 'refused' ? 'refused' : undefined;
    },
  });
  if (chip === undefined) return noResponse('SEC-UNIQID (chip id)');
  if (chip === 'refused') return noChipId(version);
  const hardwareId = readChipId(chip);
  if (hardwareId === undefined) return garbled('SEC-UNIQID (chip id)');
  return success({ hardwareId, model: version.model, firmware: version.firmware });
}
