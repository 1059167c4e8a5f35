import { isVisible, nameOf, round, sidewaysScroller, visibleTexts, type VisibleText } from './elements.js';

export type Finding = { readonly rule: string; readonly element: string; readonly text: string };

/** px; boxes end between pixels */
const TOLERANCE = 1.5;
/** Longer options are names that a user chose; every select cuts them somewhere. */
const MAX_OPTION_CHARS = 44;
/** px between a text and the border of its card */
const MIN_PADDING = 6;
const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
/** px; a lower map shows nothing */
const MIN_MAP_HEIGHT = 100;
/** Drawn over the map, which they may cover. */
const OVER_MAP = '.map, .leaflet-container';

const shorten = (text: string, chars = 110): string => text.replace(/\s+/g, ' ').trim().slice(0, chars);
const findingOf = (rule: string, element: Element, text = element.textContent): Finding => ({
  rule,
  element: nameOf(element),
  text: shorten(text),
});

/** Everything of the layout that a reader would notice as wrong. */
export function inspectLayout(): readonly Finding[] {
  const texts = visibleTexts();
  return [
    ...scrollingSideways(),
    ...outsideOfPage(),
    ...cutOff(),
    ...cutSelects(),
    ...texts.flatMap(outsideOfWindow),
    ...texts.flatMap(outsideOfControl),
    ...texts.flatMap(atTheBorder),
    ...wrapped(texts),
    ...overlapping(),
    ...flatMaps(),
  ];
}

function scrollingSideways(): Finding[] {
  return [document.documentElement, ...document.querySelectorAll('main, .side, .card, dialog')]
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .filter((element) => element.localName !== 'html' || getComputedStyle(element).overflowX !== 'hidden')
    .map((element) => {
      const text = `${element.scrollWidth} > ${element.clientWidth} px by ${widestIn(element)}`;
      return findingOf('scrolls sideways', element, text);
    });
}

/** Elements that reach into the margin of the page. */
const outsideOfPage = (): Finding[] =>
  [...document.querySelectorAll('.page > *')].filter(isVisible).flatMap((element) => {
    const page = element.parentElement;
    if (page === null) return [];
    const right = page.getBoundingClientRect().right - parseFloat(getComputedStyle(page).paddingRight);
    const excess = element.getBoundingClientRect().right - right;
    return excess > TOLERANCE ? [findingOf('wider than the page', element, `by ${round(excess)} px`)] : [];
  });

/** The innermost element that ends the furthest to the right. */
function widestIn(element: Element): string {
  let [widest, right] = [element, 0];
  for (const one of element.querySelectorAll('*')) {
    const box = one.getBoundingClientRect();
    if (box.right >= right) [widest, right] = [one, box.right];
  }
  return nameOf(widest);
}

function cutOff(): Finding[] {
  return [...document.body.querySelectorAll('*')].filter(isVisible).flatMap((element) => {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
    const isCut = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
    const isWide = isCut(overflowX) && element.scrollWidth > element.clientWidth + TOLERANCE;
    const isHigh = isCut(overflowY) && element.scrollHeight > element.clientHeight + TOLERANCE;
    if ((!isWide && !isHigh) || element.closest('.map, svg') !== null || !hasText(element)) return [];
    const isNamed = element.closest('[title]') !== null || element.querySelector('[title]') !== null;
    const isMeant = textOverflow === 'ellipsis' && isNamed;
    return isMeant && !isHigh ? [] : [findingOf('cut off', element)];
  });
}

const hasText = (element: Element): boolean => element.textContent.trim() !== '';

/** The chosen option of a select has no box: its text is measured in the font of the select. */
function cutSelects(): Finding[] {
  const context = document.createElement('canvas').getContext('2d');
  return [...document.querySelectorAll('select')].filter(isVisible).flatMap((select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const text = select.selectedOptions[0]?.text ?? '';
    if (context === null) return [];
    context.font = font;
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return text.length < MAX_OPTION_CHARS && context.measureText(text).width > room + TOLERANCE
      ? [findingOf('cut off', select, text)]
      : [];
  });
}

function outsideOfWindow({ element, text, boxes }: VisibleText): Finding[] {
  const isOutside = boxes.some(({ left, right }) => left < -TOLERANCE || right > innerWidth + TOLERANCE);
  return isOutside && sidewaysScroller(element) === undefined && !isInCut(element)
    ? [findingOf('outside of the window', element, text)]
    : [];
}

function outsideOfControl({ element, text, boxes }: VisibleText): Finding[] {
  const control = element.closest('button, .badge, .navigation a, th, td, label, summary');
  if (control === null || getComputedStyle(control).display === 'inline') return [];
  const own = control.getBoundingClientRect();
  const isOutside = boxes.some(({ left, right }) => left < own.left - TOLERANCE || right > own.right + TOLERANCE);
  const isCut = control.contains(scrollOrCut(element));
  return isOutside && !isCut ? [findingOf('outside of its control', control, text)] : [];
}

/** A box inside of the page cuts the text; the rule for cut texts looks at it. */
const isInCut = (element: Element): boolean => {
  const cut = scrollOrCut(element);
  return cut !== null && !cut.matches('main, .side, body, html');
};

/** The closest element that cuts or scrolls its content. */
function scrollOrCut(element: Element): Element | null {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (getComputedStyle(at).overflowX !== 'visible') return at;
  }
  return null;
}

function atTheBorder({ element, text, boxes }: VisibleText): Finding[] {
  const card = element.closest('.card, .notice, .state-note');
  if (card === null || boxes.length === 0) return [];
  const own = card.getBoundingClientRect();
  const isClose = boxes.some(({ left, right }) => left < own.left + MIN_PADDING && right > own.left);
  return isClose ? [findingOf('no padding', element, text)] : [];
}

const ONE_LINE = '.navigation a, .navigation-title, .rows .badge, .menu-button';
/** Ids take two lines only where a row is a card. */
const PHONE_PX = 760;
const ID = /^\w*\d{6,}\w*$/;

/** Ids, and words of the navigation and of states, that take two lines. */
const wrapped = (texts: readonly VisibleText[]): Finding[] =>
  texts
    .filter(({ element, text }) => element.matches(ONE_LINE) || (innerWidth > PHONE_PX && ID.test(text)))
    .filter(({ boxes }) => new Set(boxes.map(({ top }) => Math.round(top))).size > 1)
    .map(({ element, text }) => findingOf('wraps', element, text));

function overlapping(): Finding[] {
  const controls = [...document.querySelectorAll(CONTROLS)]
    .filter((control) => isVisible(control) && control.closest(OVER_MAP) === null)
    .map((control) => ({ control, layer: layerOf(control), box: visibleBox(control) }))
    .filter(({ box }) => box.right > box.left && box.bottom > box.top);
  return controls.flatMap((one, index) =>
    controls.slice(index + 1).flatMap((other) => {
      if (one.layer !== other.layer || one.control.contains(other.control)) return [];
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (width <= TOLERANCE || height <= TOLERANCE) return [];
      const text = `${labelOf(one.control)} | ${labelOf(other.control)} (${round(width)} × ${round(height)} px)`;
      return [findingOf('overlaps', one.control, text)];
    }),
  );
}

/** A map has no text that would be cut off. */
const flatMaps = (): Finding[] =>
  [...document.querySelectorAll('.map')]
    .filter(({ clientHeight }) => clientHeight < MIN_MAP_HEIGHT)
    .map((map) => findingOf('without height', map, `${map.clientHeight} px`));

const labelOf = (control: Element): string => shorten(control.getAttribute('aria-label') ?? control.textContent, 35);

/** What lies over the page, or stays in place while the page scrolls below it. */
function layerOf(element: Element): Element | null {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const { position, zIndex } = getComputedStyle(at);
    if (['fixed', 'sticky'].includes(position) || (position === 'absolute' && zIndex !== 'auto')) return at;
    if (at.localName === 'main' || at.matches('.attention')) return at;
  }
  return null;
}

/** The part of the box that its scrolling ancestors show. */
function visibleBox(element: Element): { left: number; right: number; top: number; bottom: number } {
  let { left, right, top, bottom } = element.getBoundingClientRect();
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (getComputedStyle(at).overflowY === 'visible') continue;
    const own = at.getBoundingClientRect();
    [left, right] = [Math.max(left, own.left), Math.min(right, own.right)];
    if (at.localName !== 'main') [top, bottom] = [Math.max(top, own.top), Math.min(bottom, own.bottom)];
  }
  return { left, right, top, bottom };
}
