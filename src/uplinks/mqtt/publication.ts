/** One message to the broker, QoS 1. */
export type Publication = {
  readonly topic: string;
  readonly payload: string;
  readonly retain?: boolean;
  /** the record's id, as the user property `id` */
  readonly id?: string;
  readonly correlationData?: Buffer;
};

/** What became of a message. `lost`: not sent, or no answer came. */
export type PublishAnswer =
  | { readonly kind: 'acknowledged'; readonly code: number; readonly reason: string | undefined }
  | { readonly kind: 'too-large'; readonly bytes: number; readonly max: number }
  | { readonly kind: 'lost' };

export const LOST: PublishAnswer = { kind: 'lost' };

/** MQTT 5, 2.4. */
export const NO_SUBSCRIBERS = 0x10;
const FAILURE_FROM = 0x80;
/** The broker has the message. */
export const isTaken = (answer: PublishAnswer): boolean => answer.kind === 'acknowledged' && answer.code < FAILURE_FROM;

/** Lengths before texts and data, and of an identifier. */
const LENGTH_BYTES = 2;
const PROPERTY_BYTES = 1;
const PACKET_ID_BYTES = 2;
const USER_PROPERTY = 'id';
/** Sizes from which a length takes another byte. MQTT 5, 1.5.5. */
const LENGTH_STEPS = [0x80, 0x4000, 0x20_0000] as const;

const lengthBytes = (length: number): number => 1 + LENGTH_STEPS.filter((step) => length >= step).length;

/** The size of its PUBLISH packet. MQTT 5, 3.3. */
export function packetBytes({ topic, payload, id, correlationData }: Publication): number {
  let properties = 0;
  if (id !== undefined) properties += PROPERTY_BYTES + 2 * LENGTH_BYTES + USER_PROPERTY.length + Buffer.byteLength(id);
  if (correlationData !== undefined) properties += PROPERTY_BYTES + LENGTH_BYTES + correlationData.length;
  const header = LENGTH_BYTES + Buffer.byteLength(topic) + PACKET_ID_BYTES;
  const remaining = header + lengthBytes(properties) + properties + Buffer.byteLength(payload);
  return 1 + lengthBytes(remaining) + remaining;
}
