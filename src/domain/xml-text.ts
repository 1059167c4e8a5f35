/** Elements of XML 1.0 as text. */

/** An element around text that is XML already; nothing if there is none. */
export const element = (name: string, text: string | undefined): string =>
  text === undefined ? '' : `<${name}>${text}</${name}>`;

/** Digits after the point of a number so small that JavaScript writes it with an exponent; xsd:decimal has none. */
const MAX_DIGITS = 20;

export function decimal(value: number): string;
export function decimal(value: number | undefined): string | undefined;
export function decimal(value: number | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = String(value);
  return text.includes('e') ? value.toFixed(MAX_DIGITS).replace(/\.?(?<!0)0+$/, '') : text;
}

/** Text inside an element or attribute. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/[^\t\n\r\u0020-\ufffd]/g, '\ufffd');
