import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useText } from '../app-context.js';
import type { ArchiveState } from './archive/archive-state.js';
import { archiveText } from './archive/archive.text.js';
import { ZoneSwitch } from './zones/zone-switch.js';

export type MapContainerProps = {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly label: string;
  readonly archive: ArchiveState;
  /** over the map */
  readonly children?: ComponentChildren;
};

/** The element of a map, with attribution and problems of its tiles. */
export function MapContainer({ element, label, archive, children }: MapContainerProps): JSX.Element {
  const { attribution, problem } = archive;
  const t = useText(archiveText);
  return (
    <div class="map-place">
      <div class="map" ref={element} role="application" aria-label={label} />
      <ZoneSwitch />
      {attribution === '' ? null : <p class="map-attribution">{attribution}</p>}
      {problem === undefined ? null : (
        <div class="map-trouble" role="status">
          <p>{t(problem.code)}</p>
          {problem.detail === '' ? null : <p class="detail">{problem.detail}</p>}
        </div>
      )}
      {children}
    </div>
  );
}
