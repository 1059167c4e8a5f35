import { isDeepStrictEqual } from 'node:util';
import type { GatewayMessage } from '../../messages/message.js';
import type { Counters, TrackerMessage } from '../../protocols/protocol.js';
import type { Timers } from '../../time/clock.js';

/** After this time with frames and without a location, the protocol is asked for the reason. */
const LOCATION_CHECK_MS = 60_000;

/** Finds out why the frames of a protocol session give no locations. */
export type LocationCheck = {
  readonly onMessages: (messages: readonly TrackerMessage[]) => void;
  /** with the fix; null while there are locations, or nothing is known */
  readonly reason: () => GatewayMessage | null;
  readonly end: () => void;
};

type LocationCheckOptions = {
  /** the reason that the protocol gives for the frames since the last call; left out: it cannot tell */
  readonly askProtocol?: () => GatewayMessage | undefined;
  readonly counters: Counters;
  readonly timers: Timers;
  /** called when `reason` changes */
  readonly onChange: () => void;
};

type LocationCheckState = {
  readonly options: LocationCheckOptions;
  /** a location was decoded since the last check */
  hasLocated: boolean;
  /** `counters.frames` at the last check */
  framesAtCheck: number;
  reason: GatewayMessage | null;
  cancel: () => void;
};

export function createLocationCheck(options: LocationCheckOptions): LocationCheck {
  const check: LocationCheckState = {
    options,
    hasLocated: false,
    framesAtCheck: options.counters.frames,
    reason: null,
    cancel: () => undefined,
  };
  if (options.askProtocol !== undefined) schedule(check, options.askProtocol);
  return {
    onMessages(messages) {
      if (check.hasLocated || !messages.some(hasLocation)) return;
      check.hasLocated = true;
      setReason(check, null);
    },
    reason: () => check.reason,
    end() {
      check.cancel();
    },
  };
}

const hasLocation = (message: TrackerMessage): boolean => message.type === 'records' && message.locations.length > 0;

function schedule(check: LocationCheckState, askProtocol: () => GatewayMessage | undefined): void {
  const { counters, timers } = check.options;
  check.cancel = timers.after(LOCATION_CHECK_MS, () => {
    // A receiver that reports less often has its reason until its next frames.
    if (counters.frames > check.framesAtCheck) {
      const reason = askProtocol();
      setReason(check, check.hasLocated ? null : (reason ?? null));
    }
    check.hasLocated = false;
    check.framesAtCheck = counters.frames;
    schedule(check, askProtocol);
  });
}

function setReason(check: LocationCheckState, reason: GatewayMessage | null): void {
  if (isDeepStrictEqual(check.reason, reason)) return;
  check.reason = reason;
  check.options.onChange();
}
