import { failure, success } from '../../errors.js';
import type { Dialogue, Provision, SettingValue, ProvisioningDriver, ProvisioningDriverOptions } from '../provision.js';
import { createIdentification } from './identify.js';
import { createCommandChannel } from './commands.js';
import { encodeField, sectionsFor, decodeField } from './field-map.js';
import { readSection, type SectionTag } from './config-sections.js';
import { describeProblem, settings } from './settings.js';

type SectionFields = readonly string[];

const BLANKS = ['', '', '', ''] as const;

function openDriver({ secrets: { password }, nonce }: ProvisioningDriverOptions): ProvisioningDriver {
  const commands = createCommandChannel(nonce);
  const { identify, identified } = createIdentification(commands, password);

  function* readFields(tag: SectionTag): Dialogue<SectionFields> {
    const identity = yield* identified();
    if (!identity.ok) return identity;
    const { acknowledged, response: section } = yield* commands.send({
      ...identity.value,
      name: 'RTO',
      parameters: ['2', tag, ...BLANKS],
      readResponse: (report) => readSection(tag, report),
    });
    if (section !== undefined) return section;
    const subject = `the tracker ${identity.value.from}, asked for its section ${tag} by AT+GTRTO,`;
    return acknowledged
      ? failure(
          'garbled',
          `${subject} obeyed, but no GTALS came with it: do it again; or its model has no such section`,
        )
      : failure('no_answer', `${subject} does not answer: is it still on and connected? Then do it again`);
  }

  /** What is not set is written as it was read. There is no checksum: what the line may have made of it is not. */
  function* readTwice(tag: SectionTag): Dialogue<SectionFields> {
    const first = yield* readFields(tag);
    const second = first.ok ? yield* readFields(tag) : first;
    if (!first.ok || !second.ok || first.value.join() === second.value.join()) return second;
    return failure(
      'garbled',
      `the tracker gave its section ${tag} twice, and not the same: the line is disturbed, do it again`,
    );
  }

  function* writeFields(tag: SectionTag, changes: ReadonlyMap<number, string>): Dialogue<undefined> {
    const identity = yield* identified();
    const current = identity.ok ? yield* readTwice(tag) : identity;
    if (!identity.ok) return identity;
    if (!current.ok) return current;
    const parameters = current.value.map((field, at) => changes.get(at) ?? field);
    // The password that is obeyed goes as the new one too: it stays what it is, also where it is not shown.
    if (tag === 'CFG') parameters[0] = identity.value.password;
    const { acknowledged } = yield* commands.send({
      ...identity.value,
      name: tag,
      parameters,
      readResponse: (report) => report,
    });
    if (acknowledged) return success(undefined);
    const refusal = 'what a model does not take it does not answer, or it went off';
    return failure(
      'no_answer',
      `the tracker ${identity.value.from} does not acknowledge AT+GT${tag}: ${refusal}; read it, do it again`,
    );
  }

  return {
    identify,
    *read(names) {
      const values: Record<string, SettingValue> = {};
      for (const { tag, fields: sectionFields } of sectionsFor(names)) {
        const fields = yield* readFields(tag);
        if (!fields.ok) return fields;
        for (const [name, field] of sectionFields) {
          const value = decodeField(name, fields.value[field] ?? '');
          if (value !== undefined) values[name] = value;
        }
      }
      return success(values);
    },
    *write(settingsToWrite) {
      const problems = Object.entries(settingsToWrite).flatMap(([name, value]) => describeProblem(name, value) ?? []);
      if (problems.length > 0) return failure('refused', problems.join('; '));
      for (const { tag, fields: sectionFields } of sectionsFor(Object.keys(settingsToWrite))) {
        const changes = sectionFields.map(
          ([name, field]) => [field, encodeField(settingsToWrite[name] ?? '')] as const,
        );
        const written = yield* writeFields(tag, new Map(changes));
        if (!written.ok) return written;
      }
      return success(undefined);
    },
  };
}

/** By commands of @Track on the line. There is no transaction: each section is saved at once, one after the other. */
export const provision: Provision = {
  settings,
  secrets: {
    password: 'its password, four to six letters or digits; that which such a model comes with when left out',
  },
  open: openDriver,
};
