import uPlot from 'uplot';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../app-context.js';
import { timeLabels, valueLabels } from './axis-values.js';
import { linkMoment, type PlotLink } from './moment-line.js';

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
  readonly link: PlotLink;
};

const HEIGHT_PX = 150;
/** Labels of times do not touch. */
const MIN_LABEL_PX = 70;
const MIN_AXIS_PX = 80;
/** Left of the longest label. */
const AXIS_MARGIN_PX = 4;

/** One quantity over time, in the colors of the theme and the available width, with the moment of the replay. */
export function Plot({ label, times, values, unit, min, max, link }: PlotProps): JSX.Element {
  const { activeTheme, preferences } = useApp();
  const language = preferences.language.value;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    const plot = new uPlot(
      {
        ...optionsOf({ box, times, unit, min, max, language, link }),
        series: [{}, seriesOf(box, times.length)],
      },
      [[...times], [...values]],
      box,
    );
    const linked = linkMoment(plot, link);
    const resized = new ResizeObserver(() => {
      plot.setSize({ width: box.clientWidth, height: HEIGHT_PX });
      linked.place();
    });
    resized.observe(box);
    return () => {
      resized.disconnect();
      linked.end();
      plot.destroy();
    };
  }, [times, values, unit, min, max, link, language, activeTheme.value]);
  useEffect(
    () =>
      link.moment.subscribe((at) => {
        element.current?.setAttribute('aria-valuenow', String(Math.round((at - link.from) / 1000)));
        element.current?.setAttribute('aria-valuetext', link.describe(at));
      }),
    [link],
  );
  return (
    <div
      class="plot"
      ref={element}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round((link.to - link.from) / 1000)}
      onKeyDown={(event) => {
        const at = link.afterKey(event.key);
        if (at === undefined) return;
        event.preventDefault();
        link.onMove(at, true);
      }}
    />
  );
}

type PlotStyle = Pick<PlotProps, 'times' | 'unit' | 'min' | 'max' | 'link'> & {
  readonly box: HTMLElement;
  readonly language: Parameters<typeof timeLabels>[2]['language'];
};

const colorIn = (box: HTMLElement, name: string): string => getComputedStyle(box).getPropertyValue(name).trim();

function optionsOf({ box, unit, min, max, language, link }: PlotStyle): Omit<uPlot.Options, 'series'> {
  const axis = {
    stroke: colorIn(box, '--muted'),
    grid: { stroke: colorIn(box, '--line'), width: 1 },
    ticks: { stroke: colorIn(box, '--line'), width: 1 },
    font: '11px system-ui, sans-serif',
  };
  const { from, to, timeZone } = link;
  return {
    width: box.clientWidth,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timeZone),
    scales: {
      // The same times as those of the slider.
      x: { range: [from / 1000, to / 1000] },
      y: { range: (_plot, low, high) => [Math.min(min, low), Math.max(max, high)] },
    },
    axes: [
      {
        ...axis,
        size: 30,
        space: MIN_LABEL_PX,
        values: (_plot, marks, _axis, _space, stepS) => timeLabels(marks, stepS, { language, timeZone }),
      },
      { ...axis, size: axisWidth, values: (_plot, marks) => valueLabels(marks, unit, language) },
    ],
  };
}

/** Px: wide enough for nearly all labels, so that plots below each other line up, and never cutting the longest one. */
const axisWidth: uPlot.Axis.Size = (plot, labels: readonly string[] | null, index) => {
  // Before the first drawing there are none, which the types of the library leave out.
  if (labels === null) return MIN_AXIS_PX;
  const { gap = 0, ticks, font } = plot.axes[index] ?? {};
  const [canvasFont = ''] = Array.isArray(font) ? (font as readonly string[]) : [font];
  plot.ctx.font = canvasFont;
  // The canvas draws in pixels of the screen.
  const widths = labels.map((label) => plot.ctx.measureText(label).width / devicePixelRatio);
  return Math.max(MIN_AXIS_PX, Math.ceil(Math.max(0, ...widths) + gap + (ticks?.size ?? 0)) + AXIS_MARGIN_PX);
};

const seriesOf = (box: HTMLElement, count: number): uPlot.Series => ({
  stroke: colorIn(box, '--accent'),
  width: 1.6,
  fill: colorIn(box, '--accent-soft'),
  points: { show: count < 30 },
});
