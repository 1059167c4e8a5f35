import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { ApiResult } from './client.js';
import { useApp } from '../app-context.js';

export type CreationOptions = {
  /** API path of the collection */
  readonly path: string;
  /** Reads the collection again. */
  readonly reload: () => void;
};

export type Creation<Fields> = {
  /** the form for a new entity is open */
  readonly open: Signal<boolean>;
  readonly create: (fields: Fields) => Promise<ApiResult<unknown>>;
  /** name of the last created entity; empty: none */
  readonly created: ReadonlySignal<string>;
};

/** Creates a group or rule, closes the form and reads the collection again. */
export function useCreate<Fields extends { readonly name: string }>({
  path,
  reload,
}: CreationOptions): Creation<Fields> {
  const { api } = useApp();
  const open = useSignal(false);
  const created = useSignal('');
  return {
    open,
    created,
    async create(fields) {
      const came = await api.send('POST', path, fields);
      if (!came.ok) return came;
      created.value = fields.name;
      open.value = false;
      reload();
      return came;
    },
  };
}
