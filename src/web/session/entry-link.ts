/** What a link to the dashboard carries after the `#`. It never reaches the gateway as part of an address. */
export type EntryLink = { readonly link: string } | { readonly display: string };

/** `#link=…` signs in once; `#display=…` makes the browser a wall screen. */
export function readEntryLink(hash: string): EntryLink | undefined {
  const [, kind, key = ''] = /^#(link|display)=([\w-]+)$/.exec(hash) ?? [];
  if (kind === 'link') return { link: key };
  return kind === 'display' ? { display: key } : undefined;
}
