/** E.164 has 15 digits; the field of an SMS has room for 20. */
const TELEPHONE_NUMBER = /^(?:\+[1-9]\d{2,14}|[\d*#]{3,20})$/;

/** Is this `+` and 3 to 15 digits, or 3 to 20 digits as they are dialled in the country? */
export const isTelephoneNumber = (text: string): boolean => TELEPHONE_NUMBER.test(text);
