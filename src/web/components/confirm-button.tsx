import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useText } from '../app-context.js';
import { commonText } from '../text/common.js';

export type ConfirmButtonProps = {
  readonly label: string;
  /** for screen readers, if the label does not name the object */
  readonly name?: string;
  /** the consequence, as a question */
  readonly question: string;
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
};

/** For actions that cannot be undone: asks for confirmation in place, with "no" first. */
export function ConfirmButton({ label, name, question, disabled, onConfirm }: ConfirmButtonProps): JSX.Element {
  const t = useText(commonText);
  const asking = useSignal(false);
  const cancelButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking.value) cancelButton.current?.focus();
  }, [asking.value]);
  const setAsking = (isAsking: boolean) => () => {
    asking.value = isAsking;
  };
  if (!asking.value) {
    return (
      <button type="button" aria-label={name} disabled={disabled} onClick={setAsking(true)}>
        {label}
      </button>
    );
  }
  return (
    <div class="confirm" role="group" aria-label={question}>
      <p>{question}</p>
      <button type="button" ref={cancelButton} onClick={setAsking(false)}>
        {t('keep')}
      </button>
      <button
        type="button"
        class="danger"
        onClick={() => {
          asking.value = false;
          onConfirm();
        }}
      >
        {label}
      </button>
    </div>
  );
}
