import { english } from './english.js';
import type { GatewayMessage } from './message.js';

/** A sentence of a view and what it is made of: `reason` and `reasonData`. */
export const withText = <Name extends string, Message extends GatewayMessage | null>(name: Name, message: Message) =>
  ({ [name]: message === null ? null : english(message), [`${name}Data`]: message }) as Readonly<
    Record<Name, Message extends null ? null : string> & Record<`${Name}Data`, Message>
  >;
