import { createGenerationalCache } from '../generational-cache.js';
import { characters, text, unsigned, type Payload } from './payload.js';

/** What a station says of itself, and not with every position; what it leaves blank is left out. */
export type StaticData = {
  readonly name?: string;
  readonly callSign?: string;
  /** IMO ship identification number */
  readonly imo?: number;
  /** type of ship and cargo (ITU-R M.1371-5, Annex 8, table 53) */
  readonly shipType?: number;
  /** type of aid to navigation (table 74) */
  readonly aidType?: number;
  readonly destination?: string;
};

/** Bits up to the last one that is read, of messages that report no position; some receivers cut the spare bits off. */
export const minStaticDataBits = (type: number): number => (type === 5 ? 420 : type === 24 ? 132 : 0);

/** What a message says of that; nothing when it is of another type. */
export function readStaticData(type: number, payload: Payload): StaticData | undefined {
  const readText = (at: number, maxLength: number): string | undefined => text(payload, at, maxLength) || undefined;
  const readNumber = (at: number, width: number): number | undefined => unsigned(payload, at, width) || undefined;
  switch (type) {
    case 5:
      return dropUndefined({
        imo: readNumber(40, 30),
        callSign: readText(70, 7),
        name: readText(112, 20),
        shipType: readNumber(232, 8),
        destination: readText(302, 20),
      });
    case 19:
      return dropUndefined({ name: readText(143, 20), shipType: readNumber(263, 8) });
    case 21:
      return dropUndefined({ name: aidName(payload), aidType: readNumber(38, 5) });
    case 24:
      // Part A is the name, part B the rest; others are not defined.
      if (unsigned(payload, 38, 2) === 0) return dropUndefined({ name: readText(40, 20) });
      return unsigned(payload, 38, 2) === 1
        ? dropUndefined({ shipType: readNumber(40, 8), callSign: readText(90, 7) })
        : {};
    default:
      return undefined;
  }
}

/** The name of an aid goes on at the end of the message when 20 characters are not enough for it. */
function aidName(payload: Payload): string | undefined {
  const name = characters(payload, 43, 20);
  return (name.length < 20 ? name : name + characters(payload, 272, 14)).trim() || undefined;
}

/** Undefined values are as good as none, but not to the compiler. */
const dropUndefined = (values: { readonly [K in keyof StaticData]: StaticData[K] | undefined }): StaticData =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const MAX_STATIONS = 1_024;

/** What stations said of themselves, by MMSI: it belongs to each of their positions, and comes every six minutes. */
export function createStations() {
  const stations = createGenerationalCache<StaticData>(MAX_STATIONS);
  return {
    of: (mmsi: string): StaticData => stations.get(mmsi) ?? {},
    learn(mmsi: string, staticData: StaticData): void {
      stations.set(mmsi, { ...stations.get(mmsi), ...staticData });
    },
  };
}
