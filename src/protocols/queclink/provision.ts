import {
  fault,
  said,
  type Dialogue,
  type Provision,
  type SettingValue,
  type Talk,
  type TalkOptions,
} from '../provision.js';
import { createIdentity } from './identify.js';
import { createOrders } from './orders.js';
import { fieldOf, sectionsOf, valueOf } from './places.js';
import { readSection, type SectionTag } from './sections.js';
import { objection, settings } from './settings.js';

type Fields = readonly string[];

const blanks = ['', '', '', ''] as const;

function open({ secrets: { password }, nonce }: TalkOptions): Talk {
  const orders = createOrders(nonce);
  const { identify, known } = createIdentity(orders, password);

  function* readFields(tag: SectionTag): Dialogue<Fields> {
    const who = yield* known();
    if (!who.ok) return who;
    const { obeyed, told } = yield* orders.give({
      ...who.value,
      word: 'RTO',
      parameters: ['2', tag, ...blanks],
      answer: (report) => readSection(tag, report),
    });
    if (told !== undefined) return told;
    const asked = `the tracker ${who.value.from}, asked for its section ${tag} by AT+GTRTO,`;
    return obeyed
      ? fault('garbled', `${asked} obeyed, but no GTALS came with it: do it again; or its model has no such section`)
      : fault('no_answer', `${asked} does not answer: is it still on and connected? Then do it again`);
  }

  /** What is not set is written as it was read. There is no checksum: what the line may have made of it is not. */
  function* readTwice(tag: SectionTag): Dialogue<Fields> {
    const once = yield* readFields(tag);
    const again = once.ok ? yield* readFields(tag) : once;
    if (!once.ok || !again.ok || once.value.join() === again.value.join()) return again;
    return fault(
      'garbled',
      `the tracker gave its section ${tag} twice, and not the same: the line is disturbed, do it again`,
    );
  }

  function* writeFields(tag: SectionTag, changes: ReadonlyMap<number, string>): Dialogue<undefined> {
    const who = yield* known();
    const kept = who.ok ? yield* readTwice(tag) : who;
    if (!who.ok) return who;
    if (!kept.ok) return kept;
    const parameters = kept.value.map((field, at) => changes.get(at) ?? field);
    // The password that is obeyed goes as the new one too: it stays what it is, also where it is not shown.
    if (tag === 'CFG') parameters[0] = who.value.password;
    const { obeyed } = yield* orders.give({ ...who.value, word: tag, parameters, answer: (report) => report });
    if (obeyed) return said(undefined);
    const refusal = 'what a model does not take it does not answer, or it went off';
    return fault(
      'no_answer',
      `the tracker ${who.value.from} does not acknowledge AT+GT${tag}: ${refusal}; read it, do it again`,
    );
  }

  return {
    identify,
    *read(names) {
      const values: Record<string, SettingValue> = {};
      for (const { tag, places } of sectionsOf(names)) {
        const fields = yield* readFields(tag);
        if (!fields.ok) return fields;
        for (const [name, field] of places) {
          const value = valueOf(name, fields.value[field] ?? '');
          if (value !== undefined) values[name] = value;
        }
      }
      return said(values);
    },
    *write(wanted) {
      const objections = Object.entries(wanted).flatMap(([name, value]) => objection(name, value) ?? []);
      if (objections.length > 0) return fault('refused', objections.join('; '));
      for (const { tag, places } of sectionsOf(Object.keys(wanted))) {
        const changes = places.map(([name, field]) => [field, fieldOf(wanted[name] ?? '')] as const);
        const written = yield* writeFields(tag, new Map(changes));
        if (!written.ok) return written;
      }
      return said(undefined);
    },
  };
}

/** By commands of @Track on the line. There is no transaction: each section is saved at once, one after the other. */
export const provision: Provision = {
  settings,
  secrets: {
    password: 'its password, four to six letters or digits; that which such a model comes with when left out',
  },
  open,
};
