/** The status line: target, activity, context use, cost. One line at every width. */
import { counted } from '../../print/counted.ts';
import { cut, plainLine, widthOf } from '../../terminal/lines.ts';
import type { Drawing, Status } from '../screen.ts';
import { elapsed } from './elapsed.ts';
import { type Palette, paletteOf, type Style } from './palette.ts';

interface Part {
  readonly text: string;
  /** A shorter form, if the text does not fit. */
  readonly short?: string;
  readonly style: Style;
  /** The highest is dropped first. */
  readonly rank: number;
}

const divider = ' · ';
const timedAfterMs = 2_000;

const modeTexts: Readonly<Record<Status['mode'], string>> = {
  ask: 'ask mode',
  'accept-edits': 'accepts edits',
  plan: 'plan mode',
  confined: 'confined mode',
};

export function viewStatus(status: Status, drawing: Drawing): readonly string[] {
  const parts = fit(partsOf(status, drawing.now), drawing.width);
  return [line(parts, drawing.width, paletteOf(drawing))];
}

function partsOf(status: Status, now: number): readonly Part[] {
  const { target, mode, pendingSwitch, activity, jobs = 0, tokens, window, usage, cost, cooling, folder } = status;
  const parts: readonly Part[] = [
    { text: plainLine(target), style: 'bold', rank: 0 },
    { text: pendingSwitch === undefined ? '' : `→ ${plainLine(pendingSwitch)}`, style: 'yellow', rank: 2 },
    { text: activityText(status, now), short: plainLine(activity ?? ''), style: 'cyan', rank: 3 },
    { text: jobs === 0 ? '' : counted(jobs, 'job'), style: 'cyan', rank: 3 },
    // The default mode is not shown; any other must not be forgotten.
    { text: modeTexts[mode], style: mode === 'ask' ? 'dim' : 'magenta', rank: mode === 'ask' ? 6 : 1 },
    {
      text: contextText(tokens, window),
      short: percentText(tokens, window),
      style: isNearlyFull(tokens, window) ? 'yellow' : 'dim',
      rank: 4,
    },
    { text: cooling.length === 0 ? '' : `cooling down: ${plainLine(cooling.join(', '))}`, style: 'yellow', rank: 5 },
    { text: cost === undefined || cost === 0 ? '' : dollars(cost), style: 'dim', rank: 7 },
    { text: usageText(usage), style: 'dim', rank: 8 },
    { text: plainLine(folder), style: 'dim', rank: 9 },
  ];
  return parts.filter(({ text }) => text !== '');
}

/** Chooses the most important parts first, then whatever fits. */
function fit(parts: readonly Part[], width: number): readonly Part[] {
  const chosen = new Map<Part, Part>();
  for (const part of parts.toSorted((a, b) => a.rank - b.rank)) {
    const forms = [part, ...(part.short === undefined ? [] : [{ ...part, text: part.short }])];
    const fitting = chosen.size === 0 ? part : forms.find((form) => totalWidth([...chosen.values(), form]) <= width);
    if (fitting !== undefined) chosen.set(part, fitting);
  }
  return parts.flatMap((part) => chosen.get(part) ?? []);
}

function totalWidth(parts: readonly Part[]): number {
  return parts.reduce((sum, { text }) => sum + widthOf(text), divider.length * (parts.length - 1));
}

function line(parts: readonly Part[], width: number, paint: Palette): string {
  return parts.map(({ text, style }) => paint(style, cut(text, width))).join(paint('dim', divider));
}

/** The elapsed time is shown only after a while. */
function activityText({ activity = '', activeSince = Number.NaN }: Status, now: number): string {
  const text = plainLine(activity);
  return now - activeSince >= timedAfterMs ? `${text} ${elapsed(now - activeSince)}` : text;
}

function contextText(tokens: number, window: number): string {
  if (window <= 0) return '';
  return `${short(tokens)}/${short(window)} (${percentText(tokens, window)})`;
}

function percentText(tokens: number, window: number): string {
  return `${Math.round((tokens / window) * 100)}%`;
}

function isNearlyFull(tokens: number, window: number): boolean {
  return window > 0 && tokens / window >= 0.8;
}

function usageText({ input, output }: Status['usage']): string {
  return input === 0 && output === 0 ? '' : `${short(input)} in, ${short(output)} out`;
}

function dollars(cost: number): string {
  return cost > 0 && cost < 0.01 ? 'under $0.01' : `$${cost.toFixed(2)}`;
}

/** 950, 1.2k, 48k, 1.0M */
export function short(count: number): string {
  if (count < 1_000) return String(Math.round(count));
  if (count < 9_950) return `${(count / 1_000).toFixed(1)}k`;
  if (count < 999_500) return `${Math.round(count / 1_000)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}
