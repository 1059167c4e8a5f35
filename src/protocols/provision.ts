import type { Failure, Result } from '../errors.js';
import type { Framer } from '../framing/framer.js';
import type { Setting, TrackerSettings, SettingValue } from '../schema/provisioning/setting.js';
import type { Outbound } from './outbound.js';

export type { Setting, TrackerSettings as Settings, SettingValue };

/** Who a tracker says it is. */
export type TrackerInfo = {
  /** does not change with any setting: IMEI, number of the chip, number of the node; an id as the API has them */
  readonly hardwareId: string;
  /** under which its reports come; left out where they carry no name, or the tracker has got none yet */
  readonly deviceId?: string;
  readonly model: string;
  readonly firmware: string;
};

/** `refused`: the tracker rejected the request. `garbled`: it replied with something outside its protocol. */
export type ProvisioningCode = 'no_answer' | 'refused' | 'garbled';

/** Why a tracker could not be configured; `message` states what was expected and how to fix it. */
export type ProvisioningFailure = Failure<ProvisioningCode>;
export type ProvisioningResult<T> = Result<T, ProvisioningCode>;

/** What whoever has the line is to do next: go over to the speed, send, and wait. */
export type Step = {
  readonly baudRate?: number;
  readonly send?: Outbound;
  /** ms to wait at most */
  readonly timeoutMs: number;
  /** Is given whatever comes; true: that ends the waiting. */
  readonly onData: (chunk: Uint8Array) => boolean;
  /** the tracker starts anew: its port may go meanwhile and come back, which is no loss of it */
  readonly expectsRestart?: true;
};

/** Something said to and fro, step by step. It knows no clock and no port: both are with whoever takes the steps. */
export type Dialogue<T> = Generator<Step, ProvisioningResult<T>, undefined>;

/** What can be said to one tracker. What it learns in one dialogue it may use in the next. */
export type ProvisioningDriver = {
  readonly identify: () => Dialogue<TrackerInfo>;
  /** Those named that can be read. */
  readonly read: (names: readonly string[]) => Dialogue<TrackerSettings>;
  /**
   * Sets them so that they outlast a power cut, all or none where the tracker has a way to. Ends when it can be read
   * again; that it said yes is no proof.
   */
  readonly write: (settings: TrackerSettings) => Dialogue<undefined>;
};

export type ProvisioningDriverOptions = {
  /** what has to be known to be obeyed, by the names in `secrets` */
  readonly secrets: Readonly<Record<string, string>>;
  /** 32 bits by chance, to know answers of one's own */
  readonly nonce: number;
};

/** How trackers of a protocol are set up. */
export type Provision = {
  readonly settings: Readonly<Record<string, Setting>>;
  /** the setting under which the tracker reports from then on, where it can be given a name */
  readonly idSetting?: string;
  /** the setting that is the speed of the line */
  readonly baudSetting?: string;
  /** what may have to be known to be obeyed, by name, with what it is */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly open: (options: ProvisioningDriverOptions) => ProvisioningDriver;
};

/** A question, and what is an answer to it. */
export type FrameRequest<Frame, Value> = Pick<Step, 'baudRate' | 'send' | 'expectsRestart'> & {
  readonly timeoutMs: number;
  /** how often it is sent, once when left out */
  readonly maxAttempts?: number;
  /** of each frame; undefined: it is no answer, or not all of it */
  readonly readResponse: (frame: Frame) => Value | undefined;
};

export type Requester<Frame> = <Value>(
  frameRequest: FrameRequest<Frame, Value>,
) => Generator<Step, Value | undefined, undefined>;

/** Questions over frames: undefined when nothing that comes in time is an answer. */
export function createRequester<Frame>(framer: Framer<Frame>): Requester<Frame> {
  /** came in the same chunk as an answer, and behind it */
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

    // Who only waits may have been told already.
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
