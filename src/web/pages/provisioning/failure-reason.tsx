import type { JSX } from 'preact';
import { useText } from '../../app-context.js';
import { useServerText } from '../../components/server-text.js';
import { failureText } from './failure.text.js';

const isKnown = (code: string): code is keyof (typeof failureText)['english'] =>
  Object.hasOwn(failureText.english, code);

export type FailureReasonProps = { readonly code: string | null; readonly message: string };

/** Why provisioning failed: a short text for the code, and the gateway's message with the details. */
export function FailureReason({ code, message }: FailureReasonProps): JSX.Element {
  const t = useText(failureText);
  const serverText = useServerText();
  return (
    <>
      {code !== null && isKnown(code) ? `${t(code)}: ` : ''}
      {serverText(message)}
    </>
  );
}
