/** How large the terminal is now: asked of the terminal itself, because what is known may be older than the last change. */
import type { Io } from '../io.ts';
import type { Size } from './live-region.ts';

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

/** Whether the terminal is made with xterm.js, which moves the cursor in a way of its own when the width changes. */
export function cursorDrifts(env: Io['env']): boolean {
  return ['vscode', 'Hyper', 'Tabby'].includes(env['TERM_PROGRAM'] ?? '');
}
