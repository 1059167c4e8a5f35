import type { Language } from '../text/text.js';
import type { Preferences } from './preferences.js';

/**
 * Shows the page in the chosen language, now and after each choice; resolves when the first choice is shown or failed.
 * A language that cannot be loaded leaves the page in the language it has, which is English at first.
 */
export async function showChosenLanguage(
  { chosenLanguage, language }: Pick<Preferences, 'chosenLanguage' | 'language'>,
  load: (language: Language) => Promise<void>,
): Promise<void> {
  const show = async (chosen: Language): Promise<void> => {
    try {
      await load(chosen);
      // The viewer may have chosen again meanwhile.
      if (chosenLanguage.peek() === chosen) language.value = chosen;
    } catch {
      // The choice is kept for the next start of the page.
    }
  };
  let first: Promise<void> | undefined;
  chosenLanguage.subscribe((chosen) => {
    const shown = show(chosen);
    first ??= shown;
  });
  await first;
}
