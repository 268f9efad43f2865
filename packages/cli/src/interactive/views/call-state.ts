/** The state of a call as a sign and in words; the words are for terminals without colours. */
import type { ToolView } from '../screen.ts';
import { elapsed } from './elapsed.ts';
import type { Style } from './palette.ts';

export interface CallState {
  readonly sign: string;
  readonly style: Style;
  readonly words: string;
  /** How long it took, or has been running. */
  readonly time: string;
}

export function callState(call: ToolView, now: number): CallState {
  switch (call.state) {
    case 'writing':
      return { sign: '…', style: 'dim', words: 'being written', time: '' };
    case 'waiting':
      return { sign: '○', style: 'dim', words: 'waiting', time: '' };
    case 'asking':
      return { sign: '?', style: 'yellow', words: 'needs approval', time: '' };
    case 'running':
      return {
        sign: '●',
        style: 'cyan',
        words: '',
        time: call.since === undefined ? 'running' : elapsed(now - call.since),
      };
    case 'ended':
      return endState(call);
  }
}

function endState({ outcome, ms }: ToolView): CallState {
  const time = ms === undefined ? '' : elapsed(ms);
  switch (outcome?.state) {
    case undefined:
    case 'complete':
      return { sign: '✓', style: 'green', words: '', time };
    case 'error':
      return { sign: '✗', style: 'red', words: 'failed', time };
    case 'cancelled':
      return { sign: '–', style: 'yellow', words: 'cancelled', time: '' };
    case 'interrupted':
      return { sign: '–', style: 'yellow', words: 'interrupted', time };
    case 'timeout':
      return { sign: '✗', style: 'red', words: 'timed out', time };
    case 'denied':
      return { sign: '–', style: 'yellow', words: 'not allowed', time: '' };
  }
}
