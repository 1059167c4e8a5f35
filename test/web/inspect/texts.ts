import { isVisible, visibleTexts } from './elements.js';

const ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'data-label'] as const;

/** All texts of the page that a person reads or a screen reader speaks. */
export function collectTexts(): readonly string[] {
  const shown = visibleTexts().map(({ text }) => text);
  const named = [...document.querySelectorAll(ATTRIBUTES.map((name) => `[${name}]`).join())]
    .filter(isVisible)
    .flatMap((element) => ATTRIBUTES.map((name) => element.getAttribute(name) ?? ''));
  const options = [...document.querySelectorAll('option:not([lang])')].map(({ textContent }) => textContent);
  const all = [...shown, ...named, ...options, document.title];
  return [...new Set(all.map((text) => text.replace(/\s+/g, ' ').trim()))].filter((text) => text !== '');
}
