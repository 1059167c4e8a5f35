import type { GatewayMessage } from '../../messages/message.js';
import { useApp } from '../app-context.js';
import { showMessage } from '../text/show-message.js';
import { useServerText } from './server-text.js';
import { VIEWER_TIME_ZONE } from './timestamp.js';

/**
 * Shows a message of the gateway in the viewer's language, units and time zone. `text`: the gateway's English sentence, for
 * what has no message and what the page cannot show; `field`: the label of the field that is wrong.
 */
export function useMessage(): (message: GatewayMessage | null | undefined, text: string, field?: string) => string {
  const { preferences } = useApp();
  const serverText = useServerText();
  const reader = {
    language: preferences.language.value,
    units: preferences.units.value,
    timeZone: VIEWER_TIME_ZONE,
  };
  return (message, text, field) => showMessage(message, reader, field) ?? serverText(text);
}
