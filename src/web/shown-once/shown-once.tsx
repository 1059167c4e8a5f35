import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useText } from '../app-context.js';
import { copySelectionOf, copyText } from './copy-text.js';
import { QrCode } from './qr-code.js';
import { shownOnceText } from './shown-once.text.js';

export type ShownOnceProps = {
  /** what it is, and that it is shown only once */
  readonly hint: string;
  /** the key or link */
  readonly value: string;
  /** what its QR code is for; absent: no code */
  readonly qr?: string;
};

/** A key or link that the gateway shows only once: to copy, and to read with a telephone. */
export function ShownOnce({ hint, value, qr }: ShownOnceProps): JSX.Element {
  const t = useText(shownOnceText);
  const copied = useSignal<boolean | undefined>(undefined);
  async function copy(): Promise<void> {
    const clipboard = 'clipboard' in navigator ? navigator.clipboard : undefined;
    copied.value = await copyText(value, { clipboard, copySelection: (text) => copySelectionOf(document, text) });
  }
  return (
    <div class="shown-once">
      <div class="notice" role="status">
        <p>{hint}</p>
        <code class="breakable">{value}</code>
      </div>
      <div class="actions">
        <button type="button" onClick={() => void copy()}>
          {t('copy')}
        </button>
        {copied.value === undefined ? null : <p role="status">{t(copied.value ? 'copied' : 'notCopied')}</p>}
      </div>
      {qr === undefined ? null : <QrCode text={value} label={qr} />}
    </div>
  );
}
