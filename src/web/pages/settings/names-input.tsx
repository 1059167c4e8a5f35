import type { ComponentChildren, JSX } from 'preact';
import { useSignal } from '@preact/signals';
import { ATTENTION_ALERTS, KNOWN_ALERTS } from '../../../schema/records/alert-names.js';
import type { ControlProps } from './control.js';
import { splitNames } from './setting-row.js';

const LISTED: readonly string[] = [...new Set<string>([...ATTENTION_ALERTS, ...KNOWN_ALERTS])];

/** Names of alerts: the known ones are ticked, others are typed, one per line. */
export function NamesInput({
  row,
  form,
  attributes,
  label,
}: ControlProps & { readonly label: ComponentChildren }): JSX.Element {
  const { value, name, ...others } = attributes;
  const chosen = splitNames(value);
  const isListed = (one: string): boolean => LISTED.includes(one);
  // As it is typed: with spaces and empty lines.
  const written = useSignal<string | undefined>(undefined);
  const own = chosen.filter((one) => !isListed(one));
  const isSame = written.value !== undefined && splitNames(written.value).join('\n') === own.join('\n');
  const set = (names: readonly string[]): void => {
    form.type(row.key, [...new Set(names)].join('\n'));
  };
  return (
    <>
      <div class="ticks">
        {LISTED.map((one) => (
          <label key={one} class="inline">
            <input
              type="checkbox"
              name={name}
              value={one}
              disabled={others.disabled}
              checked={chosen.includes(one)}
              onChange={({ currentTarget }) => {
                set(currentTarget.checked ? [...chosen, one] : chosen.filter((other) => other !== one));
              }}
            />
            {one}
          </label>
        ))}
      </div>
      <label>
        {label}
        <textarea
          {...others}
          name={`${name} others`}
          rows={2}
          spellcheck={false}
          value={isSame ? written.value : own.join('\n')}
          onInput={({ currentTarget }) => {
            written.value = currentTarget.value;
            set([...chosen.filter(isListed), ...splitNames(currentTarget.value)]);
          }}
        />
      </label>
    </>
  );
}
