import type { JSX, RefObject } from 'preact';
import { useText } from '../parts.js';
import type { ArchiveState } from './archive/archive-state.js';
import { archiveText } from './archive/archive.text.js';

export type MapPlaceProps = {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly label: string;
  readonly archive: ArchiveState;
};

/** Where a map stands on a page, with whose it is and what is wrong with its tiles. */
export function MapPlace({ element, label, archive: { attribution, trouble } }: MapPlaceProps): JSX.Element {
  const say = useText(archiveText);
  return (
    <div class="map-place">
      <div class="map" ref={element} role="application" aria-label={label} />
      {attribution === '' ? null : <p class="map-attribution">{attribution}</p>}
      {trouble === undefined ? null : (
        <div class="map-trouble" role="status">
          <p>{say(trouble.code)}</p>
          {trouble.detail === '' ? null : <p class="detail">{trouble.detail}</p>}
        </div>
      )}
    </div>
  );
}
