import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useText } from '../parts.js';
import { commonText } from '../text/common.js';

export type ConfirmButtonProps = {
  readonly label: string;
  /** for screen readers, where the label alone does not say of what */
  readonly name?: string;
  /** what would come of it, as a question */
  readonly question: string;
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
};

/** For what can not be undone: asks in its own place, and takes no for an answer first. */
export function ConfirmButton({ label, name, question, disabled, onConfirm }: ConfirmButtonProps): JSX.Element {
  const say = useText(commonText);
  const asking = useSignal(false);
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking.value) no.current?.focus();
  }, [asking.value]);
  const ask = (wanted: boolean) => () => {
    asking.value = wanted;
  };
  if (!asking.value) {
    return (
      <button type="button" aria-label={name} disabled={disabled} onClick={ask(true)}>
        {label}
      </button>
    );
  }
  return (
    <div class="confirm" role="group" aria-label={question}>
      <p>{question}</p>
      <button type="button" ref={no} onClick={ask(false)}>
        {say('keep')}
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
