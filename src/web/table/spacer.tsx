import type { JSX } from 'preact';

/** The room of the rows that are not in the document. */
export const Spacer = ({ height }: { readonly height: number }): JSX.Element | null =>
  height <= 0 ? null : (
    <tr class="spacer" aria-hidden="true">
      <td style={{ height: `${height}px` }} />
    </tr>
  );
