/** The functions that the tests of all pages call in the browser. */
export { inspectLayout } from './layout.js';
export { chooseLanguage, drawn, isReady, languages, openPage, openPanels, watchRequests } from './page-control.js';
export { collectTexts } from './texts.js';
