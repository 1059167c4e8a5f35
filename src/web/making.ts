import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { ApiResult } from './api/client.js';
import { useApp } from './app-context.js';

export type MakingOptions = {
  /** of the API, of what there are several of */
  readonly path: string;
  /** Reads them again. */
  readonly reload: () => void;
};

export type Making<Fields> = {
  /** the form of a new one is shown */
  readonly open: Signal<boolean>;
  readonly make: (fields: Fields) => Promise<ApiResult<unknown>>;
  /** name of the last one that was made; empty: none */
  readonly made: ReadonlySignal<string>;
};

/** Makes a group or rule, closes its form and reads all of them again. */
export function useMaking<Fields extends { readonly name: string }>({ path, reload }: MakingOptions): Making<Fields> {
  const { api } = useApp();
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
      reload();
      return came;
    },
  };
}
