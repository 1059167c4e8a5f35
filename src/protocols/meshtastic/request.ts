import { fault, said, type Dialogue, type Said } from '../provision.js';
import { errorIn } from './admin.js';
import { answerMs, type Cable } from './cable.js';
import type { Data } from './packet.js';
import { ports } from './ports.js';
import { administer } from './to-radio.js';
import type { Written } from './writing.js';

/** An AdminMessage to the node of this number, and in words what it asks or tells. */
export type Request = { readonly to: number; readonly message: Written; readonly what: string };

/** The node has taken it, or starts anew. */
export type Outcome = 'taken' | 'restarted';

const wayOut =
  'a managed node (security.is_managed) takes no settings over its cable, which only its administrator can change';

const garbled = (what: string) =>
  fault('garbled', `the node answers ${what} with what can not be read: nothing more was changed, so try again`);

/** One packet, and what is answered to it; `read` is given the data of all answers but errors. */
function* request<T>(
  { ask, number }: Cable,
  { to, message, what }: Request,
  read: (data: Data) => Said<T> | undefined,
  restarted: Said<T>,
): Dialogue<T> {
  const id = number();
  const answer = yield* ask<Said<T>>({
    send: administer({ to, id, message }),
    withinMs: answerMs,
    ...(restarted.ok && ({ restarts: true } as const)),
    answer(frame) {
      if (frame.kind === 'rebooted') return restarted;
      const data = frame.kind === 'packet' ? frame.packet.data : undefined;
      if (data?.request !== id) return undefined;
      const error = data.port === ports.routing ? errorIn(data.payload) : 0;
      if (error === undefined) return garbled(what);
      if (error !== 0) return fault('refused', `the node refuses ${what} with routing error ${error}: ${wayOut}`);
      return read(data);
    },
  });
  return answer ?? fault('no_answer', `the node does not answer ${what} within ${answerMs / 1000} s: ${wayOut}`);
}

const startedAnew = (what: string) =>
  fault(
    'no_answer',
    `the node started anew in place of answering ${what}: what was not committed is gone, so try again`,
  );

/** Asks for what `find` finds in the answer, an AdminMessage, or does not. */
export const get = <T>(cable: Cable, asked: Request, find: (message: Uint8Array) => T | undefined): Dialogue<T> =>
  request<T>(
    cable,
    asked,
    ({ port, payload }) => {
      if (port !== ports.admin) return undefined;
      const found = find(payload);
      return found === undefined ? garbled(asked.what) : said(found);
    },
    startedAnew(asked.what),
  );

const taken = ({ port }: Data): Said<Outcome> | undefined => (port === ports.routing ? said('taken') : undefined);

/** Tells it something, which it says it has taken. */
export const tell = (cable: Cable, told: Request): Dialogue<Outcome> =>
  request<Outcome>(cable, told, taken, startedAnew(told.what));

/** The same of what it may start anew on at once. */
export const tellLast = (cable: Cable, told: Request): Dialogue<Outcome> =>
  request<Outcome>(cable, told, taken, said('restarted'));
