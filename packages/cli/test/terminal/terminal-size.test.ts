import { expect, test } from 'vitest';
import { narrowingOf } from '../../src/terminal/terminal-size.ts';

test.each<[env: Record<string, string>, narrowing: string]>([
  [{ TERM: 'xterm-256color' }, 'wraps'],
  [{ TERM: 'xterm-kitty' }, 'wraps'],
  [{ TERM: 'xterm-256color', VTE_VERSION: '7600' }, 'wraps'],
  [{ TERM: 'xterm-256color', TERM_PROGRAM: 'vscode' }, 'drifts'],
  [{ TERM: 'xterm-256color', XTERM_VERSION: 'XTerm(390)' }, 'cuts'],
  [{ TERM: 'linux' }, 'cuts'],
  [{ TERM: 'st-256color' }, 'cuts'],
  [{ TERM: 'eterm-color', INSIDE_EMACS: '29.1,term:0.96' }, 'cuts'],
  [{ TERM: 'screen-256color', STY: '1.pts-0.host' }, 'cuts'],
  [{ TERM: 'tmux-256color', TMUX: '/tmp/tmux-0/default,1,0', XTERM_VERSION: 'XTerm(390)' }, 'wraps'],
  [{ TERM: 'screen-256color', TERM_PROGRAM: 'tmux', TMUX: '/tmp/x', STY: '1.pts-0.host' }, 'wraps'],
  [{}, 'wraps'],
])('%j %s', (env, narrowing) => {
  expect(narrowingOf(env)).toBe(narrowing);
});
