import type { JSX } from 'preact';
import type { ApiFailure } from '../api/client.js';
import { useServerText } from './server-text.js';

/** Why the gateway refuses the value of a field. The field names `id` in `aria-describedby`. */
export function FieldNote({ id, failure }: { readonly id: string; readonly failure: ApiFailure }): JSX.Element {
  const serverText = useServerText();
  return (
    <span class="small note-bad" id={id} role="alert">
      {serverText(failure.message)}
    </span>
  );
}
