/** E.164 has up to 15 digits; the address field of an SMS holds 20. */
const TELEPHONE_NUMBER = /^(?:\+[1-9]\d{2,14}|[\d*#]{3,20})$/;

/** Accepts `+` and 3 to 15 digits, or 3 to 20 digits as dialed within the country. */
export const isTelephoneNumber = (text: string): boolean => TELEPHONE_NUMBER.test(text);
