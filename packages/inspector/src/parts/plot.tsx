/** A uPlot chart that follows the width and the colors of the page. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';

export interface PlotSeries {
  readonly label: string;
  /** A custom property of the style sheet: `--c1`. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
  readonly line?: boolean;
  readonly dashed?: boolean;
}

export interface PlotProps {
  readonly title: string;
  readonly x: readonly number[];
  /** Bars are stacked in this order. */
  readonly series: readonly PlotSeries[];
  readonly format: (value: number) => string;
}

const height = 190;

export function Plot({ title, x, series, format }: PlotProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const { draw, problem } = useDraw();
  useEffect(() => {
    const element = box.current;
    if (element === null || draw === undefined) return;
    const style = getComputedStyle(element);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    const plot = new draw(
      {
        width: Math.max(200, element.clientWidth),
        height,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: false, range: [0.4, Math.max(1, ...x) + 0.6] },
          y: { range: (_plot, _low, high) => [0, (high || 1) * 1.08] },
        },
        axes: [
          {
            stroke: colour('--muted'),
            grid: { show: false },
            ticks: { show: false },
            size: 26,
            values: (_plot, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? String(tick) : '')),
          },
          {
            stroke: colour('--muted'),
            grid: { stroke: colour('--line'), width: 1 },
            ticks: { show: false },
            size: 62,
            values: (_plot, ticks) => ticks.map(format),
          },
        ],
        series: [{}, ...drawn(series).map((each) => seriesOf(each, colour, draw))],
      },
      [[...x], ...drawn(series).map(({ values }) => [...values])],
      element,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: Math.max(200, element.clientWidth), height }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  });
  return (
    <figure class="plot">
      <figcaption>
        <strong>{title}</strong>
        {series.map(({ label, colour }) => (
          <span key={label}>
            <i style={{ background: `var(${colour})` }} /> {label}
          </span>
        ))}
      </figcaption>
      {problem !== undefined && <p class="aside">{problem}</p>}
      <div ref={box} role="img" aria-label={`${title}. The table below has the numbers.`} />
    </figure>
  );
}

interface Draw {
  readonly draw?: typeof uPlot;
  readonly problem?: string;
}

/**
 * Loaded when the first chart is drawn: it reads the browser's language immediately, and some browsers return an
 * invalid one.
 */
function useDraw(): Draw {
  const [loaded, setLoaded] = useState<Draw>({});
  useEffect(() => {
    import('uplot').then(
      ({ default: draw }) => setLoaded({ draw }),
      (error: unknown) =>
        setLoaded({ problem: `The plot cannot be drawn: ${String(error)}. The tables have the numbers.` }),
    );
  }, []);
  return loaded;
}

/** Each bar reaches from the axis to the top of those below it; the highest is drawn first. */
function drawn(series: readonly PlotSeries[]): readonly PlotSeries[] {
  const sums: number[] = [];
  const stacked = series
    .filter(({ line }) => line !== true)
    .map((each) => ({
      ...each,
      values: each.values.map((value, index) => {
        sums[index] = (sums[index] ?? 0) + (value ?? 0);
        return sums[index] ?? 0;
      }),
    }));
  return [...stacked.reverse(), ...series.filter(({ line }) => line === true)];
}

function seriesOf(
  { label, colour: name, line, dashed }: PlotSeries,
  colour: (name: string) => string,
  draw: typeof uPlot,
): uPlot.Series {
  const stroke = colour(name);
  if (line === true)
    return {
      label,
      stroke,
      width: 1.5,
      ...(dashed === true ? { dash: [5, 4] } : {}),
      points: { show: dashed !== true, size: 5 },
    };
  const paths = draw.paths.bars?.({ size: [0.7, 42] });
  return { label, stroke, fill: stroke, width: 0, points: { show: false }, ...(paths === undefined ? {} : { paths }) };
}
