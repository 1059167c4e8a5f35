import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { useText } from '../../app-context.js';
import type { StartChoice, StartDraft } from './start.js';
import { uplinksText } from './uplinks.text.js';

export type StartFieldsProps = {
  readonly label: string;
  readonly choices: readonly StartChoice[];
  readonly start: StartDraft;
  readonly onChange: (start: StartDraft) => void;
};

/** Where an uplink begins or continues, and what that means. */
export function StartFields({ label, choices, start, onChange }: StartFieldsProps): JSX.Element {
  const t = useText(uplinksText);
  const id = useId();
  return (
    <>
      <div class="setting">
        <label>
          {label}
          <select
            name="from"
            aria-describedby={id}
            value={start.from}
            onChange={({ currentTarget }) => {
              const from = choices.find((choice) => choice === currentTarget.value);
              if (from !== undefined) onChange({ ...start, from });
            }}
          >
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {t(choice)}
              </option>
            ))}
          </select>
        </label>
        <p id={id} class="small muted">
          {t(`${start.from}Hint`)}
        </p>
      </div>
      {start.from === 'number' ? (
        <div class="setting">
          <label>
            {t('entry')}
            <input
              name="entry"
              type="number"
              min={0}
              step={1}
              required
              autocomplete="off"
              value={start.entry}
              onInput={({ currentTarget }) => {
                onChange({ ...start, entry: currentTarget.value });
              }}
            />
          </label>
        </div>
      ) : null}
    </>
  );
}
