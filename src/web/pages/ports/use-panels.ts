import { useSignal } from '@preact/signals';

export type PanelKind = 'listen' | 'settings';

export type Panels = {
  readonly isOpen: (kind: PanelKind, path: string) => boolean;
  readonly toggle: (kind: PanelKind, path: string) => void;
};

/** Which panels of which ports are open: any number at once. */
export function usePanels(): Panels {
  const open = useSignal<ReadonlySet<string>>(new Set());
  const keyOf = (kind: PanelKind, path: string): string => `${kind} ${path}`;
  return {
    isOpen: (kind, path) => open.value.has(keyOf(kind, path)),
    toggle(kind, path) {
      const next = new Set(open.peek());
      if (!next.delete(keyOf(kind, path))) next.add(keyOf(kind, path));
      open.value = next;
    },
  };
}
