import { createLatest } from '../latest.js';
import { characters, text, unsigned, type Payload } from './payload.js';

/** What a station says of itself, and not with every position; what it leaves blank is left out. */
export type Statics = {
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
export const staticBits = (type: number): number => (type === 5 ? 420 : type === 24 ? 132 : 0);

/** What a message says of that; nothing when it is of another type. */
export function readStatics(type: number, payload: Payload): Statics | undefined {
  const words = (at: number, most: number): string | undefined => text(payload, at, most) || undefined;
  const number = (at: number, width: number): number | undefined => unsigned(payload, at, width) || undefined;
  switch (type) {
    case 5:
      return given({
        imo: number(40, 30),
        callSign: words(70, 7),
        name: words(112, 20),
        shipType: number(232, 8),
        destination: words(302, 20),
      });
    case 19:
      return given({ name: words(143, 20), shipType: number(263, 8) });
    case 21:
      return given({ name: aidName(payload), aidType: number(38, 5) });
    case 24:
      // Part A is the name, part B the rest; others are not defined.
      if (unsigned(payload, 38, 2) === 0) return given({ name: words(40, 20) });
      return unsigned(payload, 38, 2) === 1 ? given({ shipType: number(40, 8), callSign: words(90, 7) }) : {};
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
const given = (values: { readonly [K in keyof Statics]: Statics[K] | undefined }): Statics =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const mostStations = 1_024;

/** What stations said of themselves, by MMSI: it belongs to each of their positions, and comes every six minutes. */
export function createStations() {
  const stations = createLatest<Statics>(mostStations);
  return {
    of: (mmsi: string): Statics => stations.get(mmsi) ?? {},
    learn(mmsi: string, said: Statics): void {
      stations.set(mmsi, { ...stations.get(mmsi), ...said });
    },
  };
}
