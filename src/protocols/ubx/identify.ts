import { failure, success } from '../../errors.js';
import type { Requester, Dialogue, TrackerInfo } from '../provision.js';
import { PROBE, garbled, NORMAL, noResponse } from './request-policy.js';
import { encodePacket, readVerdict } from './configuration.js';
import { readChipId, MON_VER, SEC_UNIQID, readVersion, type ReceiverVersion } from './receiver-info.js';
import type { UbxPacket } from './packets.js';

/** The first one with the configuration interface, which sets all or none: u-blox 9. */
const MIN_PROTOCOL_VERSION = 27;

const tooOld = ({ model, firmware, protocol }: ReceiverVersion) =>
  failure(
    'refused',
    `${model} (${firmware}) cannot be set up from here: that takes CFG-VALSET, which sets all or none, and only u-blox 9 and later have it, of protocol version ${MIN_PROTOCOL_VERSION} on. It speaks ${protocol ?? 'one older than 15'}: set it up with its maker's own tool.`,
  );

const noChipId = ({ model, firmware }: ReceiverVersion) =>
  failure(
    'refused',
    `${model} (${firmware}) does not tell the number of its chip (SEC-UNIQID), which u-blox 9 and later have: bring its firmware up to date.`,
  );

/** Who a receiver says it is. It understands this also while it speaks NMEA 0183 alone. */
export function* identify(request: Requester<UbxPacket>): Dialogue<TrackerInfo> {
  const versionPayload = yield* request({
    send: encodePacket(MON_VER),
    ...PROBE,
    readResponse: ({ message, payload }) => (message === MON_VER && payload.length > 0 ? payload : undefined),
  });
  if (versionPayload === undefined) return noResponse('MON-VER (its version)');
  const version = readVersion(versionPayload);
  if (version === undefined) return garbled('MON-VER (its version)');
  if (version.protocol === undefined || version.protocol < MIN_PROTOCOL_VERSION) return tooOld(version);

  const chip = yield* request({
    send: encodePacket(SEC_UNIQID),
    ...NORMAL,
    readResponse(received) {
      if (received.message === SEC_UNIQID && received.payload.length > 0) return received.payload;
      return readVerdict(SEC_UNIQID, received) === 'refused' ? 'refused' : undefined;
    },
  });
  if (chip === undefined) return noResponse('SEC-UNIQID (the number of its chip)');
  if (chip === 'refused') return noChipId(version);
  const hardwareId = readChipId(chip);
  if (hardwareId === undefined) return garbled('SEC-UNIQID (the number of its chip)');
  return success({ hardwareId, model: version.model, firmware: version.firmware });
}
