import { fault, said, type Ask, type Dialogue, type Unit } from '../provision.js';
import { briefly, garbled, patiently, silence } from './asked.js';
import { packet, verdictOn } from './configuration.js';
import { chipIn, monVer, secUniqid, versionIn, type Version } from './identity.js';
import type { Packet } from './packets.js';

/** The first one with the configuration interface, which sets all or none: u-blox 9. */
const oldestProtocol = 27;

const tooOld = ({ model, firmware, protocol }: Version) =>
  fault(
    'refused',
    `${model} (${firmware}) cannot be set up from here: that takes CFG-VALSET, which sets all or none, and only u-blox 9 and later have it, of protocol version ${oldestProtocol} on. It speaks ${protocol ?? 'one older than 15'}: set it up with its maker's own tool.`,
  );

const nameless = ({ model, firmware }: Version) =>
  fault(
    'refused',
    `${model} (${firmware}) does not tell the number of its chip (SEC-UNIQID), which u-blox 9 and later have: bring its firmware up to date.`,
  );

/** Who a receiver says it is. It understands this also while it speaks NMEA 0183 alone. */
export function* identify(ask: Ask<Packet>): Dialogue<Unit> {
  const told = yield* ask({
    send: packet(monVer),
    ...briefly,
    answer: ({ message, payload }) => (message === monVer && payload.length > 0 ? payload : undefined),
  });
  if (told === undefined) return silence('MON-VER (its version)');
  const version = versionIn(told);
  if (version === undefined) return garbled('MON-VER (its version)');
  if (version.protocol === undefined || version.protocol < oldestProtocol) return tooOld(version);

  const chip = yield* ask({
    send: packet(secUniqid),
    ...patiently,
    answer(heard) {
      if (heard.message === secUniqid && heard.payload.length > 0) return heard.payload;
      return verdictOn(secUniqid, heard) === 'refused' ? 'refused' : undefined;
    },
  });
  if (chip === undefined) return silence('SEC-UNIQID (the number of its chip)');
  if (chip === 'refused') return nameless(version);
  const hardwareId = chipIn(chip);
  if (hardwareId === undefined) return garbled('SEC-UNIQID (the number of its chip)');
  return said({ hardwareId, model: version.model, firmware: version.firmware });
}
