import type { JSX } from 'preact';
import type { ApiFailure } from '../api/client.js';
import { useMessage } from './use-message.js';

/** Why the gateway refuses the value of a field. The field names `id` in `aria-describedby`. */
export function FieldNote({
  id,
  label,
  failure,
}: {
  readonly id: string;
  /** of the field */
  readonly label: string;
  readonly failure: ApiFailure;
}): JSX.Element {
  const show = useMessage();
  return (
    <span class="small note-bad" id={id} role="alert">
      {show(failure.message, failure.text, label)}
    </span>
  );
}
