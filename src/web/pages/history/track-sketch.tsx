import type { JSX } from 'preact';
import { useApp, useText } from '../../app-context.js';
import { formatNumber } from '../../format/quantity.js';
import type { Track } from '../../map/track.js';
import { historyText } from './history.text.js';
import { drawSketch } from './sketch.js';
import type { TimelineRow } from './timeline.js';

const STOP = 15;
const END = 9;
const MARGIN = 14;

/** The track with its numbered stops as a drawing that any printer prints: no map is needed for it. */
export function TrackSketch({
  track,
  rows,
}: {
  readonly track: Track;
  readonly rows: readonly TimelineRow[];
}): JSX.Element {
  const t = useText(historyText);
  const language = useApp().preferences.language.value;
  const { width, height, path, toBox, scale } = drawSketch(track);
  const ends = [track.locations[0], track.locations.at(-1)].flatMap((end) =>
    end === undefined ? [] : [toBox(end.latitude, end.longitude)],
  );
  const length = scale.meters < 1_000 ? `${scale.meters} m` : `${formatNumber(scale.meters / 1_000, language)} km`;
  return (
    <svg class="sketch" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('sketch')}>
      <path class="sketch-track" d={path} />
      {ends.map(({ x, y }, index) => (
        <circle key={index} class={index === 0 ? 'sketch-start' : 'sketch-end'} cx={x} cy={y} r={END} />
      ))}
      {[...rows].reverse().map((row) => {
        if (row.kind !== 'stop') return null;
        const { x, y } = toBox(row.stop.latitude, row.stop.longitude);
        const half = row.number > 99 ? STOP + 7 : STOP;
        return (
          <g key={row.number} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
            <rect x={-half} y={-STOP} width={2 * half} height={2 * STOP} rx="6" />
            <text y="1">{row.number}</text>
          </g>
        );
      })}
      <path class="sketch-scale" d={`M${MARGIN} ${height - MARGIN - 8}v8h${scale.length.toFixed(1)}v-8`} />
      <text class="sketch-length" x={MARGIN + 6} y={height - MARGIN - 12}>
        {length}
      </text>
      <path class="sketch-north" d={`M${width - 30} 44l12-30 12 30-12-8z`} />
    </svg>
  );
}
