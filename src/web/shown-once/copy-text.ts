/** What copying needs of the browser. */
export type CopyTarget = {
  /** undefined on a page that is neither served over TLS nor by localhost */
  readonly clipboard: Pick<Clipboard, 'writeText'> | undefined;
  /** Selects the text on the page and copies the selection; false: the browser refused. */
  readonly copySelection: (text: string) => boolean;
};

/** Copies a text to the clipboard; false: not possible. */
export async function copyText(text: string, { clipboard, copySelection }: CopyTarget): Promise<boolean> {
  if (clipboard !== undefined) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // The browser may allow only what the user selects.
    }
  }
  return copySelection(text);
}

type CopyDocument = Pick<Document, 'createElement' | 'body'> & { readonly execCommand: (name: string) => boolean };

/** Works on pages without TLS too, where browsers have no clipboard for the page. */
export function copySelectionOf(page: CopyDocument, text: string): boolean {
  const field = page.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  page.body.append(field);
  field.select();
  try {
    return page.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
  }
}
