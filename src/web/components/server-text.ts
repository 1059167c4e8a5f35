import { useApp } from '../app-context.js';
import { translateServerText } from '../text/translate-server-text.js';

/** Translates a text of the gateway into the viewer's language; an unknown text stays as it is. */
export function useServerText(): (text: string) => string {
  const language = useApp().preferences.language.value;
  return (text) => translateServerText(text, language);
}
