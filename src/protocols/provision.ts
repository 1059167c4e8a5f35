import type { Failure, Result } from '../errors.js';
import type { Framer } from '../framing/framer.js';
import type { Setting, TrackerSettings, SettingValue } from '../schema/provisioning/setting.js';
import type { Outbound } from './outbound.js';

export type { Setting, TrackerSettings as Settings, SettingValue };

/** How a tracker identifies itself. */
export type TrackerInfo = {
  /** not changed by any setting: IMEI, chip id, node number; an id as in the API */
  readonly hardwareId: string;
  /** the id in its reports; left out where reports carry none, or the tracker has none yet */
  readonly deviceId?: string;
  readonly model: string;
  readonly firmware: string;
};

/** `refused`: the tracker rejected the request. `garbled`: it replied with something outside its protocol. */
export type ProvisioningCode = 'no_answer' | 'refused' | 'garbled';

/** Why a tracker could not be configured; `message` states what was expected and how to fix it. */
export type ProvisioningFailure = Failure<ProvisioningCode>;
export type ProvisioningResult<T> = Result<T, ProvisioningCode>;

/** One step of a dialogue, executed by the owner of the port: change the baud rate, send, wait. */
export type Step = {
  readonly baudRate?: number;
  readonly send?: Outbound;
  /** maximum wait in ms */
  readonly timeoutMs: number;
  /** Called with each received chunk; returns true to end the wait. */
  readonly onData: (chunk: Uint8Array) => boolean;
  /** the tracker restarts: its port may disappear and come back */
  readonly expectsRestart?: true;
};

/** An exchange with a tracker, step by step. It has no access to the clock or the port; its caller executes the steps. */
export type Dialogue<T> = Generator<Step, ProvisioningResult<T>, undefined>;

/** The dialogues with one tracker. What one dialogue learns may be used in the next. */
export type ProvisioningDriver = {
  readonly identify: () => Dialogue<TrackerInfo>;
  /** Returns the named settings that can be read. */
  readonly read: (names: readonly string[]) => Dialogue<TrackerSettings>;
  /** Does the tracker prove that it has these settings, which cannot be read? Left out where none can be proven. */
  readonly proves?: (settings: TrackerSettings) => Dialogue<boolean>;
  /**
   * Sets them permanently (they survive a power cut), all or none where the tracker supports that. Returns once the
   * tracker can be read again; a positive reply is no proof.
   */
  readonly write: (settings: TrackerSettings) => Dialogue<undefined>;
};

export type ProvisioningDriverOptions = {
  /** passwords and keys by their names in `Provision.secrets` */
  readonly secrets: Readonly<Record<string, string>>;
  /** 32 random bits, to recognize replies to this driver */
  readonly nonce: number;
};

/** How trackers of a protocol are set up. */
export type Provision = {
  readonly settings: Readonly<Record<string, Setting>>;
  /** the setting that holds the id in the tracker's reports, where it can be changed */
  readonly idSetting?: string;
  /** the setting that holds the baud rate of the port */
  readonly baudSetting?: string;
  /** passwords and keys that a tracker may require, by name, with a description */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly open: (options: ProvisioningDriverOptions) => ProvisioningDriver;
};

/** A request and how to recognize its response. */
type FrameRequest<Frame, Value> = {
  readonly baudRate?: number;
  readonly send?: Outbound;
  readonly expectsRestart?: true;
  /** maximum wait per attempt in ms */
  readonly timeoutMs: number;
  /** how often it is sent; once when left out */
  readonly maxAttempts?: number;
  /** Called with each frame; undefined: not the response, or not all of it. */
  readonly readResponse: (frame: Frame) => Value | undefined;
};

export type Requester<Frame> = <Value>(
  frameRequest: FrameRequest<Frame, Value>,
) => Generator<Step, Value | undefined, undefined>;

/** Creates a function that sends requests and reads responses as frames; it returns undefined after the last timeout. */
export function createRequester<Frame>(framer: Framer<Frame>): Requester<Frame> {
  /** frames received in the same chunk as the last response, after it */
  let unreadFrames: readonly Frame[] = [];

  return function* request<Value>(frameRequest: FrameRequest<Frame, Value>) {
    const { maxAttempts = 1, readResponse, timeoutMs, ...rest } = frameRequest;
    let response: Value | undefined;

    function findResponse(frames: readonly Frame[]): boolean {
      for (const [index, frame] of frames.entries()) {
        response = readResponse(frame);
        if (response === undefined) continue;
        unreadFrames = frames.slice(index + 1);
        return true;
      }
      unreadFrames = [];
      return false;
    }

    // A request that sends nothing may find its response among the frames already received.
    if (frameRequest.send === undefined && findResponse(unreadFrames)) return response;
    for (let attempt = 0; attempt < maxAttempts && response === undefined; attempt += 1) {
      yield {
        ...rest,
        timeoutMs,
        onData: (chunk) =>
          findResponse(framer.push(chunk).flatMap((framed) => (framed.kind === 'frame' ? [framed.frame] : []))),
      };
    }
    return response;
  };
}
