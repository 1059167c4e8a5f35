import { useApp } from '../app-context.js';
import { formatTimestamp } from '../format/time.js';
import { translateServerText } from '../text/translate-server-text.js';
import { VIEWER_TIME_ZONE } from './timestamp.js';

/** An instant as the gateway writes it, ISO 8601 in UTC. */
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g;

/** Translates a text of the gateway, with its instants in the viewer's time zone; an unknown text keeps its words. */
export function useServerText(): (text: string) => string {
  const language = useApp().preferences.language.value;
  const zones = { viewer: VIEWER_TIME_ZONE, gateway: undefined };
  return (text) =>
    translateServerText(text, language).replace(
      INSTANT,
      (instant) => formatTimestamp(Date.parse(instant), language, zones).text,
    );
}
