import { createGenerationalCache } from '../generational-cache.js';
import { characters, text, unsigned, type Payload } from './payload.js';

/** Data of a station that is not sent with every position; blank fields are left out. */
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

/** Minimum bits of messages without a position; some receivers omit the spare bits at the end. */
export const minStaticDataBits = (type: number): number => (type === 5 ? 420 : type === 24 ? 132 : 0);

/** Undefined if messages of this type have no static data. */
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
      // Part A has the name, part B the rest; other parts are undefined.
      if (unsigned(payload, 38, 2) === 0) return dropUndefined({ name: readText(40, 20) });
      return unsigned(payload, 38, 2) === 1
        ? dropUndefined({ shipType: readNumber(40, 8), callSign: readText(90, 7) })
        : {};
    default:
      return undefined;
  }
}

/** A name of more than 20 characters continues at the end of the message. */
function aidName(payload: Payload): string | undefined {
  const name = characters(payload, 43, 20);
  return (name.length < 20 ? name : name + characters(payload, 272, 14)).trim() || undefined;
}

const dropUndefined = (values: { readonly [K in keyof StaticData]: StaticData[K] | undefined }): StaticData =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const MAX_STATIONS = 1_024;

/** Static data by MMSI: sent every six minutes, and added to each position. */
export function createStations() {
  const stations = createGenerationalCache<StaticData>(MAX_STATIONS);
  return {
    of: (mmsi: string): StaticData => stations.get(mmsi) ?? {},
    learn(mmsi: string, staticData: StaticData): void {
      stations.set(mmsi, { ...stations.get(mmsi), ...staticData });
    },
  };
}
