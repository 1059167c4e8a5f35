import { format } from './format.js';
import type { GatewayMessage } from './message.js';

/** The English sentence in metric units, with instants in ISO 8601. `field`: the JSON pointer of what is wrong. */
export const english = (message: GatewayMessage, field?: string): string =>
  format(message, { language: 'en', units: 'metric', timeZone: undefined, field: field === '' ? undefined : field });
