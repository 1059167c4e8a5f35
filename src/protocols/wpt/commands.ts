import { createAsking, fault, said, type Dialogue, type Fault, type Step, type TalkOptions } from '../provision.js';
import { helloOf, type Hello } from './hello.js';
import { createWptFramer, encodeLine, hex, type Line } from './line.js';

/** ms: behind a radio a tracker lets up to 2 s go by before it says hello */
const helloWithin = 3_000;
/** So a silent tracker costs 12 s: one that is not welcome says hello every 10 s by itself, asked or not. */
const helloTries = 4;
/** ms: a line takes 0.3 s at 9,600 baud, the rest is for flash and radio; a silent tracker costs three times as much */
const answerWithin = 2_000;
const answerTries = 3;

/** What came of a command; `reason` is the tracker's own word for its no. */
export type Answer =
  { readonly ok: true; readonly values: ReadonlyMap<string, string> } | (Fault & { readonly reason?: string });

type Waiting = Generator<Step, Hello | undefined, undefined>;

/** What is said to a tracker, and what it said last of itself. */
export type Commands = {
  /** Asks who is there; what was staged before is forgotten by it. */
  readonly greet: (baudRate?: number) => Dialogue<Hello>;
  readonly command: (type: string, ...fields: readonly string[]) => Generator<Step, Answer, undefined>;
  /** of the last hello; another one: what is staged was forgotten, as it is when the link starts anew */
  readonly nonce: () => string;
  /** Waits until it says hello with another nonce. */
  readonly restarted: (from: string, waiting: Pick<Step, 'baudRate' | 'withinMs'>) => Waiting;
};

export function createCommands({ nonce }: Pick<TalkOptions, 'nonce'>): Commands {
  const framer = createWptFramer();
  let latest: Hello | undefined;
  let count = 0;

  // A hello may come at any time, and tells which nonce holds from then on.
  const ask = createAsking<Line>({
    push(chunk) {
      const framed = framer.push(chunk);
      for (const one of framed) latest = (one.kind === 'frame' ? helloOf(one.frame) : undefined) ?? latest;
      return framed;
    },
  });

  return {
    *greet(baudRate) {
      const greeting = { send: encodeLine('IDN'), withinMs: helloWithin, tries: helloTries };
      const speed = baudRate === undefined ? {} : { baudRate };
      const hello = yield* ask({ ...greeting, ...speed, answer: helloOf });
      if (hello !== undefined) return said(hello);
      return fault(
        'no_answer',
        'nothing says hello (HEL) when asked to (IDN): is the tracker on, is it at this port, and does the port have its speed?',
      );
    },

    *command(type, ...fields) {
      const c = `${hex(nonce >>> 0, 8)}-${(count += 1)}`;
      const values = new Map<string, string>();

      function answer(line: Line): Answer | undefined {
        const [ref, ...rest] = line.fields;
        // Whoever does not know commands says so of their type.
        if (line.type === 'ERR' && (ref === c || ref === type)) return refused(rest[0], rest[1]);
        if (ref !== c) return undefined;
        if (line.type === 'VAL') values.set(rest[0] ?? '', rest[1] ?? '');
        return line.type === 'RES' ? result(rest) : undefined;
      }

      function result([word, code, detail]: readonly string[]): Answer | undefined {
        if (word === 'ERR') return refused(code, detail);
        if (word !== 'OK') return fault('garbled', `${about} was answered by RES ${word}; OK or ERR was expected`);
        // How many values there were: one that was lost on the way is asked for again.
        return type === 'GET' && Number(code) > values.size ? undefined : { ok: true, values };
      }

      const about = `the command ${[type, ...fields.slice(0, 1)].join(' ')}`;
      const refused = (reason = '', detail = ''): Answer => ({
        ...fault('refused', `the tracker refuses ${about}: ${`${reason} ${detail}`.trim() || 'it says no reason'}`),
        reason,
      });
      const asked = { send: encodeLine(type, c, ...fields), withinMs: answerWithin, tries: answerTries, answer };
      const silent = `the tracker does not answer ${about}: a RES was expected; is it still on, and the cable sound?`;
      return (yield* ask(asked)) ?? fault('no_answer', silent);
    },

    nonce: () => latest?.nonce ?? '',

    *restarted(from, waiting) {
      const other = (): Hello | undefined => (latest?.nonce === from ? undefined : latest);
      return other() ?? (yield* ask({ ...waiting, restarts: true, answer: other }));
    },
  };
}
