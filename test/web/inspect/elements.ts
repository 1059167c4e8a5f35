/** A text of the page, with the boxes of its lines. */
export type VisibleText = { readonly element: Element; readonly text: string; readonly boxes: readonly DOMRect[] };

/** Drawn by scripts, or not made of text. */
const DRAWN = '.map, canvas, svg, .uplot, script, style, option';
/** Only for screen readers. */
const UNSEEN = '.visually-hidden, .skip';

export const round = (value: number): number => Math.round(value * 10) / 10;

export function isVisible(element: Element): boolean {
  const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  return isShown && element.closest(UNSEEN) === null && !isClipped(element);
}

/** Hidden from view by a clip, but still the name of a control. */
const isClipped = (element: Element): boolean => {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const { clipPath, position } = getComputedStyle(at);
    if (position === 'absolute' && clipPath.startsWith('inset(50%')) return true;
  }
  return false;
};

export function visibleTexts(): readonly VisibleText[] {
  const found: VisibleText[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const element = node.parentElement;
    if (text === '' || element?.closest(DRAWN) !== null || !isVisible(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    found.push({ element, text, boxes: [...range.getClientRects()].filter(({ width }) => width > 0) });
  }
  return found;
}

/** An element as a reader of a finding recognizes it: `td.long > span.badge`. */
export function nameOf(element: Element): string {
  const own = (one: Element): string =>
    one.localName + (one.id === '' ? '' : `#${one.id}`) + [...one.classList].map((name) => `.${name}`).join('');
  const { parentElement } = element;
  return parentElement === null ? own(element) : `${own(parentElement)} > ${own(element)}`;
}

/** The closest ancestor, or the element, whose content can be scrolled sideways. */
export function sidewaysScroller(element: Element): Element | undefined {
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX) && at.localName !== 'main') return at;
  }
  return undefined;
}
