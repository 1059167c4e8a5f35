import type { Framer } from '../framing/framer.js';
import type { Setting, Settings, SettingValue } from '../schema/setting.js';
import type { Outgoing } from './outgoing.js';

export type { Setting, Settings, SettingValue };

/** Who a tracker says it is. */
export type Unit = {
  /** does not change with any setting: IMEI, number of the chip, number of the node; an id as the API has them */
  readonly hardwareId: string;
  /** under which its reports come; left out where they carry no name, or the tracker has got none yet */
  readonly deviceId?: string;
  readonly model: string;
  readonly firmware: string;
};

/** Why a tracker could not be talked into something. `message` says what was expected, and the way out. */
export type Fault = {
  readonly ok: false;
  /** refused: it said no. garbled: it said something that there is not. */
  readonly code: 'no_answer' | 'refused' | 'garbled';
  readonly message: string;
};
export type Said<T> = { readonly ok: true; readonly value: T } | Fault;

export const said = <T>(value: T): Said<T> => ({ ok: true, value });
export const fault = (code: Fault['code'], message: string): Fault => ({ ok: false, code, message });

/** What whoever has the line is to do next: go over to the speed, send, and wait. */
export type Step = {
  readonly baudRate?: number;
  readonly send?: Outgoing;
  /** ms to wait at most */
  readonly withinMs: number;
  /** Is given whatever comes; true: that ends the waiting. */
  readonly hear: (chunk: Uint8Array) => boolean;
  /** the tracker starts anew: its port may go meanwhile and come back, which is no loss of it */
  readonly restarts?: true;
};

/** Something said to and fro, step by step. It knows no clock and no port: both are with whoever takes the steps. */
export type Dialogue<T> = Generator<Step, Said<T>, undefined>;

/** What can be said to one tracker. What it learns in one dialogue it may use in the next. */
export type Talk = {
  readonly identify: () => Dialogue<Unit>;
  /** Those named that can be read. */
  readonly read: (names: readonly string[]) => Dialogue<Settings>;
  /**
   * Sets them so that they outlast a power cut, all or none where the tracker has a way to. Ends when it can be read
   * again; that it said yes is no proof.
   */
  readonly write: (settings: Settings) => Dialogue<undefined>;
};

export type TalkOptions = {
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
  readonly open: (options: TalkOptions) => Talk;
};

/** A question, and what is an answer to it. */
export type Question<Frame, Answer> = Pick<Step, 'baudRate' | 'send' | 'restarts'> & {
  readonly withinMs: number;
  /** how often it is sent, once when left out */
  readonly tries?: number;
  /** of each frame; undefined: it is no answer, or not all of it */
  readonly answer: (frame: Frame) => Answer | undefined;
};

export type Ask<Frame> = <Answer>(question: Question<Frame, Answer>) => Generator<Step, Answer | undefined, undefined>;

/** Questions over frames: undefined when nothing that comes in time is an answer. */
export function createAsking<Frame>(framer: Framer<Frame>): Ask<Frame> {
  /** came in the same chunk as an answer, and behind it */
  let behind: readonly Frame[] = [];

  return function* ask<Answer>(question: Question<Frame, Answer>) {
    const { tries = 1, answer, withinMs, ...rest } = question;
    let found: Answer | undefined;

    function look(frames: readonly Frame[]): boolean {
      for (const [place, frame] of frames.entries()) {
        found = answer(frame);
        if (found === undefined) continue;
        behind = frames.slice(place + 1);
        return true;
      }
      behind = [];
      return false;
    }

    // Who only waits may have been told already.
    if (question.send === undefined && look(behind)) return found;
    for (let times = 0; times < tries && found === undefined; times += 1) {
      yield {
        ...rest,
        withinMs,
        hear: (chunk) => look(framer.push(chunk).flatMap((framed) => (framed.kind === 'frame' ? [framed.frame] : []))),
      };
    }
    return found;
  };
}
