import { driverIdOf } from '../../domain/records/driver.js';
import type { AvlElements } from './avl.js';

const IBUTTON = 78;
const RFID = 207;
/** The card of the first driver in a tachograph: the elements of both halves of its number. */
const CARD = [195, 196] as const;
const ID_BYTES = 8;

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Of the elements with the id of a driver; other models give these numbers other sizes. */
const bytesOf = (elements: AvlElements, id: number): Uint8Array => {
  const bytes = elements.get(id);
  return bytes?.length === ID_BYTES ? bytes : new Uint8Array();
};

/** As it is printed on the key: its bytes are sent in reverse order. */
const iButtonOf = (elements: AvlElements): string => hexOf(bytesOf(elements, IBUTTON).toReversed());

/** Each half is text in reverse order. */
function cardOf(elements: AvlElements): string {
  const text = CARD.map((id) => String.fromCharCode(...bytesOf(elements, id).toReversed())).join('');
  return /^[0-9A-Z ]{16}$/i.test(text) ? text : '';
}

/** The driver that a record names: by a key, an RFID card or the card of a tachograph. */
export const driverOf = (elements: AvlElements): string | undefined =>
  driverIdOf(iButtonOf(elements)) ?? driverIdOf(hexOf(bytesOf(elements, RFID))) ?? driverIdOf(cardOf(elements));

/** The driver whose key or card is the event of a record; undefined: another event, or the key was taken away. */
export function identifiedDriver(event: number, elements: AvlElements): string | undefined {
  if (event === IBUTTON) return driverIdOf(iButtonOf(elements));
  if (event === RFID) return driverIdOf(hexOf(bytesOf(elements, RFID)));
  return CARD.some((id) => id === event) ? driverIdOf(cardOf(elements)) : undefined;
}
