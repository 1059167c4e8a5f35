import type { JSX } from 'preact';
import { useText } from '../app-context.js';
import type { FieldTexts } from './device-fields.js';
import { deviceFormText } from './device-form.text.js';
import { parseTags } from './tags.js';

export type InputsProps = {
  readonly typed: FieldTexts;
  readonly onType: (name: string, text: string) => void;
};

/** Name, note, telephone number and tags of a device. `placeholder`: its name if it gets none. */
export function DetailInputs({
  typed,
  onType,
  placeholder = '',
}: InputsProps & { readonly placeholder?: string }): JSX.Element {
  const t = useText(deviceFormText);
  const input = (name: 'name' | 'min', maxLength: number): JSX.Element => (
    <label>
      {t(name)}
      <input
        name={name}
        inputMode={name === 'min' ? 'tel' : 'text'}
        maxLength={maxLength}
        autocomplete="off"
        placeholder={name === 'name' ? placeholder : ''}
        value={typed[name]}
        onInput={({ currentTarget }) => {
          onType(name, currentTarget.value);
        }}
      />
    </label>
  );
  return (
    <>
      <div class="fields">
        {input('name', 128)}
        {input('min', 32)}
      </div>
      <label>
        {t('description')}
        <textarea
          name="description"
          rows={2}
          maxLength={1024}
          value={typed.description}
          onInput={({ currentTarget }) => {
            onType('description', currentTarget.value);
          }}
        />
      </label>
      <label>
        {t('tags')}
        <textarea
          name="tags"
          rows={2}
          value={typed.tags}
          aria-describedby="tags-hint"
          onInput={({ currentTarget }) => {
            const isValid = parseTags(currentTarget.value) !== undefined;
            currentTarget.setCustomValidity(isValid ? '' : t('tagsInvalid'));
            onType('tags', currentTarget.value);
          }}
        />
        <span class="small muted hint" id="tags-hint">
          {t('tagsHint')}
        </span>
      </label>
    </>
  );
}
