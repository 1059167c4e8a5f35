import { failure, success } from '../../errors.js';
import type { Dialogue, Provision, SettingValue, ProvisioningDriver, ProvisioningDriverOptions } from '../provision.js';
import { createIdentification, type Identification } from './identify.js';
import { createCommandChannel, type CommandChannel } from './commands.js';
import { encodeField, sectionsFor, decodeField } from './field-map.js';
import { queclinkErrors } from './messages.js';
import { readSection, type SectionTag } from './config-sections.js';
import { describeProblem, settings } from './settings.js';

type SectionFields = readonly string[];

const BLANKS = ['', '', '', ''] as const;

type TrackerAccess = {
  readonly commands: CommandChannel;
  readonly identified: Identification['identified'];
};

function openDriver({ secrets: { password }, nonce }: ProvisioningDriverOptions): ProvisioningDriver {
  const commands = createCommandChannel(nonce);
  const { identify, identified } = createIdentification(commands, password);
  const access = { commands, identified };
  return {
    identify,
    *read(names) {
      const values: Record<string, SettingValue> = {};
      for (const { tag, fields: sectionFields } of sectionsFor(names)) {
        const fields = yield* readFields(access, tag);
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
        const written = yield* writeFields(access, tag, new Map(changes));
        if (!written.ok) return written;
      }
      return success(undefined);
    },
  };
}

function* readFields({ commands, identified }: TrackerAccess, tag: SectionTag): Dialogue<SectionFields> {
  const identity = yield* identified();
  if (!identity.ok) return identity;
  const { acknowledged, response: section } = yield* commands.send({
    ...identity.value,
    name: 'RTO',
    parameters: ['2', tag, ...BLANKS],
    readResponse: (report) => readSection(tag, report),
  });
  if (section !== undefined) return section;
  const subject = { section: tag, tracker: identity.value.from };
  return acknowledged ? queclinkErrors.noSection(subject) : queclinkErrors.sectionUnanswered(subject);
}

/** Fields that are not set are written back as read. Without a checksum, only a second reading reveals damage. */
function* readTwice(access: TrackerAccess, tag: SectionTag): Dialogue<SectionFields> {
  const first = yield* readFields(access, tag);
  const second = first.ok ? yield* readFields(access, tag) : first;
  if (!first.ok || !second.ok || first.value.join() === second.value.join()) return second;
  return queclinkErrors.readingsDiffer({ section: tag });
}

function* writeFields(
  access: TrackerAccess,
  tag: SectionTag,
  changes: ReadonlyMap<number, string>,
): Dialogue<undefined> {
  const identity = yield* access.identified();
  const current = identity.ok ? yield* readTwice(access, tag) : identity;
  if (!identity.ok) return identity;
  if (!current.ok) return current;
  const parameters = current.value.map((field, at) => changes.get(at) ?? field);
  // The current password is sent as the new one too: some trackers do not show it, and it must not change.
  if (tag === 'CFG') parameters[0] = identity.value.password;
  const { acknowledged } = yield* access.commands.send({
    ...identity.value,
    name: tag,
    parameters,
    readResponse: (report) => report,
  });
  if (acknowledged) return success(undefined);
  return queclinkErrors.notAcknowledged({ tracker: identity.value.from, section: tag });
}

/** Provisioning with @Track commands. There is no transaction: sections are saved immediately, one after the other. */
export const provision: Provision = {
  settings,
  secrets: { password: '4 to 6 letters or digits; leave empty for the factory password of the model' },
  open: openDriver,
};
