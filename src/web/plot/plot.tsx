import uPlot from 'uplot';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../app-context.js';
import { timeLabels, valueLabels } from './axis-values.js';

export type PlotProps = {
  /** description for screen readers */
  readonly label: string;
  /** s since 1970, ascending */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  readonly unit: string;
  /** minimum range of the axis */
  readonly min: number;
  readonly max: number;
};

const HEIGHT_PX = 150;
/** Labels of times do not touch. */
const MIN_LABEL_PX = 70;

/** One quantity over time, in the colors of the theme and the available width. */
export function Plot({ label, times, values, unit, min, max }: PlotProps): JSX.Element {
  const { activeTheme, preferences } = useApp();
  const language = preferences.language.value;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    const style = getComputedStyle(box);
    const color = (name: string): string => style.getPropertyValue(name).trim();
    const axis = {
      stroke: color('--muted'),
      grid: { stroke: color('--line'), width: 1 },
      ticks: { stroke: color('--line'), width: 1 },
      font: '11px system-ui, sans-serif',
    };
    const plot = new uPlot(
      {
        width: box.clientWidth,
        height: HEIGHT_PX,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false } },
        scales: { y: { range: (_plot, low, high) => [Math.min(min, low), Math.max(max, high)] } },
        axes: [
          {
            ...axis,
            space: MIN_LABEL_PX,
            values: (_plot, times, _axis, _space, step) => timeLabels(times, step, language),
          },
          { ...axis, size: 60, values: (_plot, marks) => valueLabels(marks, unit, language) },
        ],
        series: [
          {},
          {
            stroke: color('--accent'),
            width: 1.6,
            fill: color('--accent-soft'),
            points: { show: times.length < 30 },
          },
        ],
      },
      [[...times], [...values]],
      box,
    );
    const resized = new ResizeObserver(() => {
      plot.setSize({ width: box.clientWidth, height: HEIGHT_PX });
    });
    resized.observe(box);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [times, values, unit, min, max, language, activeTheme.value]);
  return <div class="plot" ref={element} role="img" aria-label={label} />;
}
