import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { ApiResult } from './client.js';
import { updateIfUnmodified } from './update-if-unmodified.js';
import { useApp } from '../app-context.js';

export type UseSaveOptions = {
  /** API path of the changed entity */
  readonly path: string;
  /** version that the user has seen; undefined before the first read */
  readonly lastModified: string | undefined;
  /** Reads the entity again. */
  readonly reload: () => void;
};

export type SaveState = {
  readonly save: (fields: Readonly<Record<string, unknown>>) => Promise<ApiResult<unknown>>;
  /** the last change was saved */
  readonly saved: ReadonlySignal<boolean>;
};

/** Saves a group, rule or template unless another user has changed it meanwhile, and reads it again. */
export function useSave({ path, lastModified = '', reload }: UseSaveOptions): SaveState {
  const { api } = useApp();
  const saved = useSignal(false);
  return {
    saved,
    async save(fields) {
      const response = await updateIfUnmodified(api, { path, lastModified, fields });
      saved.value = response.ok;
      if (response.ok) reload();
      return response;
    },
  };
}
