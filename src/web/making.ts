import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Answer } from './api/client.js';
import { useParts } from './parts.js';

export type MakingOptions = {
  /** of the API, of what there are several of */
  readonly path: string;
  /** Reads them again. */
  readonly again: () => void;
};

export type Making<Fields> = {
  /** the form of a new one is shown */
  readonly open: Signal<boolean>;
  readonly make: (fields: Fields) => Promise<Answer<unknown>>;
  /** name of the last one that was made; empty: none */
  readonly made: ReadonlySignal<string>;
};

/** Makes a group or rule, closes its form and reads all of them again. */
export function useMaking<Fields extends { readonly name: string }>({ path, again }: MakingOptions): Making<Fields> {
  const { api } = useParts();
  const open = useSignal(false);
  const made = useSignal('');
  return {
    open,
    made,
    async make(fields) {
      const came = await api.send('POST', path, fields);
      if (!came.ok) return came;
      made.value = fields.name;
      open.value = false;
      again();
      return came;
    },
  };
}
