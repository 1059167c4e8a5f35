import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { Answer } from './api/client.js';
import { sendChange } from './api/send-change.js';
import { useParts } from './parts.js';

export type ChangingOptions = {
  /** of the API, of what is changed */
  readonly path: string;
  /** of what one has seen; undefined while nothing was read */
  readonly lastModified: string | undefined;
  /** Reads it again. */
  readonly again: () => void;
};

export type Changing = {
  readonly save: (fields: Readonly<Record<string, unknown>>) => Promise<Answer<unknown>>;
  /** the last change was taken */
  readonly saved: ReadonlySignal<boolean>;
};

/** Changes a group, rule or template that was read, unless somebody else has changed it since, and reads it again. */
export function useChanging({ path, lastModified = '', again }: ChangingOptions): Changing {
  const { api } = useParts();
  const saved = useSignal(false);
  return {
    saved,
    async save(fields) {
      const came = await sendChange(api, { path, lastModified, fields });
      saved.value = came.ok;
      if (came.ok) again();
      return came;
    },
  };
}
