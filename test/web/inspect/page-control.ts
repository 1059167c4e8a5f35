/** Requests whose response does not end while the page is open. */
const ENDLESS = /\/api\/(?:events|ports\/[^/]+\/lines)/;

let pending = 0;

/** Counts the requests that are under way; called before the page loads. */
export function watchRequests(): void {
  const original = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const [target] = request;
    const url = target instanceof Request ? target.url : String(target);
    if (ENDLESS.test(url)) return original(...request);
    pending += 1;
    try {
      return await original(...request);
    } finally {
      // The page draws the response before it counts as done.
      setTimeout(() => (pending -= 1));
    }
  };
}

const frame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      resolve();
    });
  });

export async function drawn(): Promise<void> {
  await frame();
  await frame();
}

/** Resolves once the page has its heading and no request is under way for three frames. */
export async function isReady(): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    await frame();
    quiet = pending === 0 && document.querySelector('h1') !== null ? quiet + 1 : 0;
  }
}

/** Opens another page without loading the document again. */
export async function openPage(path: string): Promise<void> {
  location.hash = path;
  document.querySelector('main')?.scrollTo(0, 0);
  await isReady();
}

export const languages = (): readonly string[] =>
  [...document.querySelectorAll<HTMLOptionElement>('option[lang]')].map(({ value }) => value);

/** Chooses the language as a viewer does. */
export async function chooseLanguage(language: string): Promise<void> {
  const select = document.querySelector('option[lang]')?.closest('select');
  if (select === null || select === undefined) throw new Error('the page has no choice of languages');
  if (select.value === language) return;
  select.value = language;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  // The texts of a language are loaded when it is chosen.
  while (document.documentElement.lang !== language) await frame();
  await isReady();
}

/** Opens all panels of the page, as far as they are closed; resolves with whether there is one. */
export async function openPanels(): Promise<boolean> {
  const closed = [...document.querySelectorAll<HTMLElement>('main [aria-expanded=false]')];
  const details = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')];
  for (const button of closed) button.click();
  for (const one of details) one.open = true;
  await isReady();
  return closed.length + details.length > 0;
}
