import type { GatewayMessage } from '../../messages/message.js';
import { useApp } from '../app-context.js';
import { showMessage } from '../text/show-message.js';
import { VIEWER_TIME_ZONE } from './timestamp.js';

/** Shows a message of the gateway in the viewer's language, units and time zone: see showMessage. */
export function useMessage(): (message: GatewayMessage | null | undefined, text: string, field?: string) => string {
  const { preferences } = useApp();
  const reader = {
    language: preferences.language.value,
    units: preferences.units.value,
    timeZone: VIEWER_TIME_ZONE,
  };
  return (message, text, field) => showMessage(message, text, reader, field);
}
