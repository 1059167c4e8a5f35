import type { JSX } from 'preact';
import { useText } from '../parts.js';
import { reasonText } from '../text/reasons.js';

const isKnown = (reason: string): reason is keyof (typeof reasonText)['en'] => Object.hasOwn(reasonText.en, reason);

/** Why a message is not sent: in the viewer's words where there are any, else in the gateway's. */
export function Reason({ reason }: { readonly reason: string }): JSX.Element {
  const say = useText(reasonText);
  return <>{isKnown(reason) ? say(reason) : reason}</>;
}
