import { defineText } from '../text/text.js';

export const shownOnceText = defineText('shownOnce', {
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'The browser does not allow it: select the text and copy it.',
  localAddress:
    'This page is open at {host}, which only this machine reaches. Open it at the address of the gateway in the network.',
});
