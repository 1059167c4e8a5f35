import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { ApiResult } from './client.js';
import { updateIfUnmodified } from './update-if-unmodified.js';
import { useApp } from '../app-context.js';

export type UseSaveOptions = {
  /** of the API, of what is changed */
  readonly path: string;
  /** of what one has seen; undefined while nothing was read */
  readonly lastModified: string | undefined;
  /** Reads it again. */
  readonly reload: () => void;
};

export type SaveState = {
  readonly save: (fields: Readonly<Record<string, unknown>>) => Promise<ApiResult<unknown>>;
  /** the last change was taken */
  readonly saved: ReadonlySignal<boolean>;
};

/** Changes a group, rule or template that was read, unless somebody else has changed it since, and reads it again. */
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
