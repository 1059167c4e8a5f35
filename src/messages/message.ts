/** An instant, ISO 8601 in UTC. */
type Instant = { readonly at: string };
/** A physical quantity in SI. */
export type Quantity = { readonly quantity: number; readonly unit: 'm/s' | 'm' | '°C' };

/** A value of a message. A string is shown as it is: it is never looked up as a message or parsed as a pattern. */
export type MessageValue =
  string | number | Instant | Quantity | GatewayMessage | readonly (string | number | GatewayMessage)[];

/**
 * What the gateway reports to people, as data: `id` names a row of the catalog, and the sentence is made from it where a
 * person reads it. A row without placeholders has the values `{}`.
 */
export type GatewayMessage = { readonly id: string; readonly values: Readonly<Record<string, MessageValue>> };

/** Messages in messages in a message are the deepest. */
export const MAX_NESTED = 2;
