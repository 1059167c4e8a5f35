import type { JSX } from 'preact';
import type { Group } from '../../schema/devices/group.js';
import { useText } from '../app-context.js';
import { deviceFormText } from './device-form.text.js';

export type GroupChoiceProps = {
  readonly groups: readonly Pick<Group, 'id' | 'name'>[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
};

/** The groups of a device. */
export function GroupChoice({ groups, chosen, onChange }: GroupChoiceProps): JSX.Element | null {
  const t = useText(deviceFormText);
  if (groups.length === 0) return null;
  return (
    <fieldset class="chooser">
      <legend>{t('groups')}</legend>
      <ul class="chooser-list">
        {groups.map(({ id, name }) => (
          <li key={id}>
            <label class="inline">
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={({ currentTarget }) => {
                  const next = new Set(chosen);
                  if (currentTarget.checked) next.add(id);
                  else next.delete(id);
                  onChange(next);
                }}
              />
              <span>{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
