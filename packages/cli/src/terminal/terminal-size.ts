/** How large the terminal is now: asked of the terminal itself, because what is known may be older than the last change. */
import type { Io } from '../io/io.ts';
import type { Narrowing, Size } from './live-region.ts';

const usual: Size = { columns: 80, rows: 24 };

export function terminalSize(stdout: Io['stdout']): Size {
  const [columns, rows] = readSize(stdout);
  // Some terminals say 0 while they are being opened.
  return { columns: columns > 0 ? columns : usual.columns, rows: rows > 0 ? rows : usual.rows };
}

function readSize(stdout: Io['stdout']): readonly [number, number] {
  try {
    if (hasWindowSize(stdout)) return stdout.getWindowSize();
  } catch {
    // It has gone away.
  }
  return [stdout.columns ?? 0, 0];
}

function hasWindowSize(stdout: Io['stdout']): stdout is Io['stdout'] & { getWindowSize(): [number, number] } {
  return 'getWindowSize' in stdout && typeof stdout.getWindowSize === 'function';
}

/** What the terminal does with lines that are too long when it becomes narrower, told by the names it gives itself. */
export function narrowingOf(env: Io['env']): Narrowing {
  const { TERM = '', TERM_PROGRAM = '' } = env;
  // Inside of tmux and screen, theirs is the terminal that counts, whatever they were started in.
  if (TERM_PROGRAM === 'tmux' || env['TMUX'] !== undefined) return 'wraps';
  if (env['STY'] !== undefined) return 'cuts';
  if (['vscode', 'Hyper', 'Tabby'].includes(TERM_PROGRAM)) return 'drifts';
  // xterm itself, the console of Linux, st, and the terminal inside of Vim and Emacs never wrap anew.
  const isCutting = env['XTERM_VERSION'] !== undefined || /^(linux|st|eterm)(-|$)/.test(TERM);
  return isCutting || env['VIM_TERMINAL'] !== undefined || env['INSIDE_EMACS'] !== undefined ? 'cuts' : 'wraps';
}
