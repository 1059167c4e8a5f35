import { fault, said, type Dialogue } from '../provision.js';
import { answerMs, type Cable } from './cable.js';
import type { FromRadio } from './from-radio.js';
import { askForAll, configurationAlone } from './to-radio.js';

/** The node on the cable: its number, the version of its firmware, and the number of what it is made of. */
export type Node = { readonly num: number; readonly firmware: string; readonly hardware: number };

/** ms: it begins to tell at once, but for one that has to wake up. */
const beginsMs = 3_000;
/** When somebody else asks too, they are told all in our place; and of what is told, something may be lost. */
const mostAsked = 3;

const silent = fault(
  'no_answer',
  `no Meshtastic node tells what it knows, asked ${mostAsked} times within ${beginsMs / 1000} s each: see that it is on, ` +
    'that its cable is one for data and its serial console switched on, and that no app holds it, by Bluetooth either',
);
const halfTold = fault(
  'garbled',
  `a node is there, but does not tell all of its number, its firmware and the end, asked ${mostAsked} times: see that ` +
    'nobody else asks it all the time, and that its firmware is not too old to tell',
);

/**
 * Has the node tell what it knows, without which it answers nothing. It is first asked for the configuration alone: who
 * is there is asked again and again, and all nodes of a mesh need not be told each time. Then, with a number that is
 * nobody else's, for all. `restarts`: it may not be there yet.
 */
export function* attach({ ask, number }: Cable, restarts?: true): Dialogue<Node> {
  const ours = new Set<number>();
  const heard: Partial<Node> = {};
  let isThere = false;

  function note(frame: FromRadio): void {
    if (frame.kind === 'me') Object.assign(heard, { num: frame.num });
    if (frame.kind === 'metadata') Object.assign(heard, { firmware: frame.firmware, hardware: frame.hardware });
  }

  while (ours.size < mostAsked) {
    const nonce = ours.size === 0 ? configurationAlone : number();
    ours.add(nonce);
    const began = yield* ask({
      send: askForAll(nonce),
      withinMs: beginsMs,
      ...(restarts && { restarts }),
      answer(frame) {
        note(frame);
        return frame.kind === 'me' ? frame : undefined;
      },
    });
    if (began === undefined) continue;
    isThere = true;
    const told = yield* ask({
      withinMs: answerMs,
      ...(restarts && { restarts }),
      answer(frame) {
        note(frame);
        return frame.kind === 'complete' ? frame.nonce : undefined;
      },
    });
    const { num, firmware, hardware = 0 } = heard;
    if (told === undefined || !ours.has(told) || num === undefined || firmware === undefined) continue;
    return said({ num, firmware, hardware });
  }
  return isThere ? halfTold : silent;
}
