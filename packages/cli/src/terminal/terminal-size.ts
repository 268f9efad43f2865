/** The current size of the terminal, queried from the terminal: the known size may be outdated. */
import type { Io } from '../io/io.ts';
import type { Narrowing, Size } from './live-region.ts';

const defaultSize: Size = { columns: 80, rows: 24 };

export function terminalSize(stdout: Io['stdout']): Size {
  const [columns, rows] = readSize(stdout);
  // Some terminals report 0 while they are being opened.
  return { columns: columns > 0 ? columns : defaultSize.columns, rows: rows > 0 ? rows : defaultSize.rows };
}

function readSize(stdout: Io['stdout']): readonly [number, number] {
  try {
    if (hasWindowSize(stdout)) return stdout.getWindowSize();
  } catch {
    // The terminal is gone.
  }
  return [stdout.columns ?? 0, 0];
}

function hasWindowSize(stdout: Io['stdout']): stdout is Io['stdout'] & { getWindowSize(): [number, number] } {
  return 'getWindowSize' in stdout && typeof stdout.getWindowSize === 'function';
}

/** How the terminal handles lines that are too long when it becomes narrower, by its name. */
export function narrowingOf(env: Io['env']): Narrowing {
  const { TERM = '', TERM_PROGRAM = '' } = env;
  // Inside tmux or screen, those wrap the lines, not the terminal.
  if (TERM_PROGRAM === 'tmux' || env['TMUX'] !== undefined) return 'wraps';
  if (env['STY'] !== undefined) return 'cuts';
  if (['vscode', 'Hyper', 'Tabby'].includes(TERM_PROGRAM)) return 'drifts';
  // xterm, the Linux console, st, and the terminals of Vim and Emacs never rewrap.
  const cutsLines = env['XTERM_VERSION'] !== undefined || /^(linux|st|eterm)(-|$)/.test(TERM);
  return cutsLines || env['VIM_TERMINAL'] !== undefined || env['INSIDE_EMACS'] !== undefined ? 'cuts' : 'wraps';
}
