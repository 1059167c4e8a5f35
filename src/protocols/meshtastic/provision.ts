import { fault, said, type Dialogue, type Provision, type Settings, type Talk } from '../provision.js';
import { beginEdit, commitEdit, partAdmin } from './admin.js';
import { attach, type Node } from './attach.js';
import { createCable } from './cable.js';
import { deviceIdOf } from './decoder.js';
import { changed, settingsIn } from './parts.js';
import { refusal } from './refusal.js';
import { get, tell, tellLast, type Request } from './request.js';
import { isIn, settings, type Part } from './settings.js';

/** ms: a node lets some seconds go by after its word, takes some to come up, and its port some to be found again. */
const restartMs = 20_000;

const parts = Object.keys(partAdmin) as readonly Part[];

function createTalk(nonce: number): Talk {
  const cable = createCable(nonce);
  let node: Node | undefined;

  /** Has it tell all again; by then another one may be on the cable, which nobody wants to set. */
  function* meet(restarts?: true): Dialogue<Node> {
    const met = yield* attach(cable, restarts);
    if (!met.ok) return met;
    const { num } = met.value;
    if (node !== undefined && node.num !== num)
      return fault(
        'refused',
        `it is ${deviceIdOf(num)} now that answers, and was ${deviceIdOf(node.num)}: begin again`,
      );
    node = met.value;
    return met;
  }

  /** A node that does not answer may have started anew: then it has forgotten who listens, and what was begun. */
  function* twice<T>(dialogue: (to: number) => Dialogue<T>): Dialogue<T> {
    const met = node === undefined ? yield* meet() : said(node);
    if (!met.ok) return met;
    const first = yield* dialogue(met.value.num);
    if (first.ok || first.code !== 'no_answer') return first;
    const again = yield* meet();
    return again.ok ? yield* dialogue(again.value.num) : again;
  }

  /** What `find` makes of those parts of the configuration that hold any of the names. */
  function* each<T>(to: number, names: readonly string[], find: (part: Part, bytes: Uint8Array) => T | undefined) {
    const found: (readonly [Part, T])[] = [];
    for (const part of parts.filter((one) => isIn(one, names))) {
      const { get: message, find: inside, what } = partAdmin[part];
      const one = yield* get(cable, { to, message, what: `what its ${what} are` }, (answer) => {
        const bytes = inside(answer);
        return bytes && find(part, bytes);
      });
      if (!one.ok) return one;
      found.push([part, one.value]);
    }
    return said(found);
  }

  function* reading(to: number, names: readonly string[]): Dialogue<Settings> {
    const found = yield* each(to, names, settingsIn);
    if (!found.ok) return found;
    const all = found.value.flatMap(([, values]) => Object.entries(values));
    return said(Object.fromEntries(all.filter(([name]) => names.includes(name))));
  }

  function* writing(to: number, wanted: Settings): Dialogue<undefined> {
    const found = yield* each(to, Object.keys(wanted), (part, bytes) => changed(part, bytes, wanted));
    if (!found.ok) return found;
    if (found.value.length === 0) return said(undefined);
    const steps: readonly Request[] = [
      { to, message: beginEdit, what: 'that changes begin (begin_edit)' },
      ...found.value.map(([part, now]) => {
        const { set, what } = partAdmin[part];
        return { to, message: set(now), what: `its new ${what}` };
      }),
    ];
    for (const step of steps) {
      const told = yield* tell(cable, step);
      if (!told.ok) return told;
    }
    const committed = yield* tellLast(cable, { to, message: commitEdit, what: 'that changes are kept (commit_edit)' });
    if (!committed.ok) return committed;
    // Who asks for all it knows has just found its port again: that is not us.
    if (committed.value === 'taken')
      yield* cable.ask({
        withinMs: restartMs,
        restarts: true,
        answer: ({ kind }) => (kind === 'rebooted' || kind === 'me' ? kind : undefined),
      });
    const back = yield* meet(true);
    return back.ok ? said(undefined) : back;
  }

  return {
    *identify() {
      node = undefined;
      const met = yield* meet();
      if (!met.ok) return met;
      const { num, firmware, hardware } = met.value;
      const id = deviceIdOf(num);
      return said({ hardwareId: id, deviceId: id, model: `Meshtastic, hardware model ${hardware}`, firmware });
    },
    read: (names) => twice((to) => reading(to, names)),
    *write(wanted) {
      const refused = refusal(wanted);
      return refused ?? (yield* twice((to) => writing(to, wanted)));
    },
  };
}

/** How the attached node is set up, by AdminMessages beside the ordinary conversation. There is nothing to know for it. */
export const provision: Provision = { settings, open: ({ nonce }) => createTalk(nonce) };
