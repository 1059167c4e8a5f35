import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useApp, useText } from '../../app-context.js';
import { PANEL_ID } from './line-panel.js';
import { linesText } from './lines.text.js';

export type ListenButtonProps = {
  readonly path: string;
  readonly isOpen: boolean;
  readonly onClick: () => void;
};

/** Opens what is heard on a port; not there for who is bound: it may be anybody's. */
export function ListenButton({ path, isOpen, onClick }: ListenButtonProps): JSX.Element | null {
  const { session } = useApp();
  const t = useText(linesText);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // What had the focus went with the panel: one goes on from where it was opened.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const state = session.state.value;
  if (state.is !== 'in' || state.user.group !== null || state.user.deviceId !== null) return null;
  return (
    <button
      type="button"
      ref={button}
      class="small-button"
      aria-pressed={isOpen}
      aria-controls={isOpen ? PANEL_ID : undefined}
      aria-label={t('listenTo', { port: path })}
      onClick={onClick}
    >
      {t('listen')}
    </button>
  );
}
