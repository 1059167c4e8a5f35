import type { JSX } from 'preact';
import { useText } from '../app-context.js';
import { useServerText } from './server-text.js';
import { reasonText } from '../text/reasons.js';

const isKnown = (reason: string): reason is keyof (typeof reasonText)['english'] =>
  Object.hasOwn(reasonText.english, reason);

/** Why a message was not sent: translated if possible, otherwise the gateway's text. */
export function Reason({ reason }: { readonly reason: string }): JSX.Element {
  const t = useText(reasonText);
  const serverText = useServerText();
  return <>{isKnown(reason) ? t(reason) : serverText(reason)}</>;
}
