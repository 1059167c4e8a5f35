import { effect, type ReadonlySignal } from '@preact/signals';
import type uPlot from 'uplot';

/** What links a plot to a moment that other views show too. Times in ms since 1970. */
export type PlotLink = {
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
  readonly moment: ReadonlySignal<number>;
  readonly isPlaying: ReadonlySignal<boolean>;
  /** a pointer moves the moment; `isPressed`: it does so on purpose, and not only on its way over the plot */
  readonly onMove: (at: number, isPressed: boolean) => void;
  /** the moment after a key; undefined: the key is another one's */
  readonly afterKey: (key: string) => number | undefined;
  readonly describe: (at: number) => string;
};

/** Draws the moment as a line over a plot, and moves it with a pointer; returns the function that ends it. */
export function linkMoment(
  plot: uPlot,
  { moment, isPlaying, onMove }: PlotLink,
): { place: () => void; end: () => void } {
  const line = document.createElement('div');
  line.className = 'plot-moment';
  plot.over.append(line);

  function place(): void {
    line.style.transform = `translateX(${plot.valToPos(moment.value / 1000, 'x')}px)`;
  }
  function move(event: PointerEvent, isPressed: boolean): void {
    if (!isPressed && isPlaying.peek()) return;
    const { left } = plot.over.getBoundingClientRect();
    onMove(plot.posToVal(event.clientX - left, 'x') * 1000, isPressed);
  }
  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    plot.over.setPointerCapture(event.pointerId);
    move(event, true);
  };
  const onPointer = (event: PointerEvent): void => {
    move(event, event.buttons !== 0);
  };
  plot.over.addEventListener('pointerdown', onDown);
  plot.over.addEventListener('pointermove', onPointer);
  const stop = effect(place);
  return {
    place,
    // The listeners go with the plot's element.
    end: stop,
  };
}
