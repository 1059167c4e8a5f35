import type { UplinkSettings } from '../../../../src/schema/uplinks/uplink-settings.js';
import type { Sink, SinkOptions } from '../../../../src/uplinks/sink.js';

/** A record as a far side has it: what it is, whatever its id. */
type Arrival = { readonly content: string; readonly id: string };

/** A far side in virtual time. */
export type ModelFarSide = {
  readonly settings: UplinkSettings;
  readonly createSink: (options: SinkOptions) => Sink;
  /** everything that it has, in order */
  readonly arrived: () => readonly Arrival[];
  readonly isUp: () => boolean;
  /** Its connections end; what was on its way may have arrived. */
  readonly stop: () => void;
  readonly start: () => void;
  /** The connections of a gateway that was killed end. */
  readonly disconnect: () => void;
  /** it has a record twice only if a sink has forgotten an answer */
  readonly takesTwice: boolean;
};

/** ms until a message is there, and until its answer is back */
export const THERE_MS = 2;
export const BACK_MS = 3;

type Record = {
  readonly kind: string;
  readonly deviceId: string;
  readonly location?: { readonly dateTime: string };
  readonly alert?: { readonly dateTime: string };
};

export const contentOf = ({ kind, deviceId, location, alert }: Record): string =>
  `${kind} ${deviceId} ${location?.dateTime ?? alert?.dateTime ?? ''}`;
