import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export type FullScreen = {
  /** telephones of some makers have none */
  readonly isOffered: boolean;
  readonly isOn: ReadonlySignal<boolean>;
  readonly toggle: () => void;
};

/** The full screen of the browser; it asks for a press of the user each time. */
export function useFullScreen(): FullScreen {
  const isOn = useSignal(document.fullscreenElement !== null);
  useEffect(() => {
    const onChange = (): void => {
      isOn.value = document.fullscreenElement !== null;
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
    };
  }, []);
  return {
    isOffered: document.fullscreenEnabled,
    isOn,
    toggle() {
      const change = isOn.peek() ? document.exitFullscreen() : document.documentElement.requestFullscreen();
      change.catch(() => undefined);
    },
  };
}
