import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useApp, useText } from '../../app-context.js';
import { isRestricted } from '../../session/is-restricted.js';
import { linesText } from './lines.text.js';

export type ListenButtonProps = {
  /** of the port */
  readonly label: string;
  /** of the panel that it opens */
  readonly panelId: string;
  readonly isOpen: boolean;
  readonly onClick: () => void;
};

/** Opens the lines of a port; hidden for restricted users, because a port can carry data of any device. */
export function ListenButton({ label, panelId, isOpen, onClick }: ListenButtonProps): JSX.Element | null {
  const { session } = useApp();
  const t = useText(linesText);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // Closing the panel removes the focused button; the focus returns to where the panel was opened.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const state = session.state.value;
  if (state.is !== 'in' || isRestricted(state.user)) return null;
  return (
    <button
      type="button"
      ref={button}
      class="small-button"
      aria-pressed={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      aria-label={t('listenTo', { port: label })}
      onClick={onClick}
    >
      {t('listen')}
    </button>
  );
}
