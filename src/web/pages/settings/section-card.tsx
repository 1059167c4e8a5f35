import type { JSX } from 'preact';
import { useText } from '../../app-context.js';
import { Card } from '../../components/card.js';
import { SaveNote } from '../../device-form/save-note.js';
import type { SettingsSection } from './sections.js';
import { SettingInput } from './setting-input.js';
import { settingsText } from './settings.text.js';
import { TestForm } from './test-form.js';
import { useSection, type SectionForm, type SectionOptions } from './use-section.js';

export type SectionCardProps = Omit<SectionOptions, 'rows'> & { readonly section: SettingsSection };

/** A section of the settings: its form and, for a channel, a test message. */
export function SectionCard({ section, ...others }: SectionCardProps): JSX.Element {
  const { title, note, rows, channel } = section;
  const t = useText(settingsText);
  const form = useSection({ rows, ...others });
  const inputs = (isSwitch: boolean): JSX.Element[] =>
    rows
      .filter(({ kind }) => (kind === 'switch') === isSwitch)
      .map((row) => <SettingInput key={row.key} row={row} form={form} />);
  return (
    <Card title={t(title)}>
      {note === undefined ? null : <p class="small muted">{t(note)}</p>}
      <form class="card-stack" aria-label={t(title)} onSubmit={form.onSubmit}>
        {rows.some(({ kind }) => kind !== 'switch') ? <div class="fields">{inputs(false)}</div> : null}
        {inputs(true)}
        {rows.every(({ key }) => form.isFixed(key)) ? null : <Saving section={section} form={form} />}
      </form>
      {channel === undefined ? null : <TestForm channel={channel} isChanged={form.isChanged} />}
    </Card>
  );
}

function Saving({
  section: { rows },
  form,
}: Pick<SectionCardProps, 'section'> & { readonly form: SectionForm }): JSX.Element {
  const t = useText(settingsText);
  const rowOf = (name: string) => rows.find(({ key }) => key === name);
  // The texts of the form are not those that people read.
  const shown = (name: string, text: string): string => {
    const row = rowOf(name);
    if (row?.kind === 'switch') return t(text === '' ? 'off' : 'on');
    const label = row?.options?.find(([value]) => value === text)?.[1];
    return label === undefined ? text.replaceAll('\n', ', ') : t(label);
  };
  const conflicts = Object.fromEntries(
    Object.entries(form.conflicts.value).map(([name, text]) => [name, shown(name, text)]),
  );
  return (
    <SaveNote
      form={{ ...form, conflicts: { value: conflicts } }}
      labelOf={(name) => {
        const row = rowOf(name);
        return row === undefined ? name : t(row.label);
      }}
    />
  );
}
