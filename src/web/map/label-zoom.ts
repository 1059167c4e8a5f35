import { effect, type ReadonlySignal } from '@preact/signals';
import type { Map as LeafletMap } from 'leaflet';
import { commonText } from '../text/common.js';
import { createTranslate, type Language } from '../text/text.js';

/** Keeps the names of the zoom buttons in the viewer's language; returns how to stop. */
export function labelZoom(map: LeafletMap, language: ReadonlySignal<Language>): () => void {
  return effect(() => {
    const t = createTranslate(commonText, language.value);
    const labels = { in: t('zoomIn'), out: t('zoomOut') };
    for (const [name, label] of Object.entries(labels)) {
      const button = map.getContainer().querySelector(`.leaflet-control-zoom-${name}`);
      button?.setAttribute('title', label);
      button?.setAttribute('aria-label', label);
    }
  });
}
