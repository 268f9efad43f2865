/** Asks real servers over a route: each attempt is rendered for its own target, sent and read as in a turn. */
import type { Content } from '@interlock/transcript';
import {
  type Failure,
  ProviderError,
  prepareRequest,
  type ReplyEvent,
  readResponse,
  readStream,
  sendRequest,
  type Transport,
} from '@interlock/wire';
import type { RouteStep, Selection, TurnRoute } from '../../src/route/route.ts';
import type { VirtualClock } from '../virtual-clock.ts';

const contents: readonly Content[] = [{ speaker: 'human', blocks: [{ type: 'text', text: 'Hello, who are you?' }] }];

export interface AskResult {
  readonly steps: readonly RouteStep[];
  readonly failures: readonly Failure[];
  readonly text: string;
}

interface Answer {
  readonly text: string;
  readonly shown: boolean;
  readonly failure?: Failure | undefined;
}

export async function askOverHttp(turn: TurnRoute, clock: VirtualClock, transport: Transport): Promise<AskResult> {
  const needs = { tokens: 100 };
  const steps: RouteStep[] = [];
  const failures: Failure[] = [];
  let step = await turn.next(needs);
  for (;;) {
    steps.push(step);
    if (step.do === 'stop') return { steps, failures, text: '' };
    if (step.do === 'wait') {
      await clock.advance(step.ms);
      step = await turn.next(needs);
      continue;
    }
    const { text, shown, failure } = await attempt(step.selection, step.plain, transport);
    if (failure === undefined) {
      await turn.succeeded();
      return { steps, failures, text };
    }
    failures.push(failure);
    step = await turn.failed(failure, shown, needs);
  }
}

async function attempt({ target }: Selection, plain: boolean, transport: Transport): Promise<Answer> {
  const request = prepareRequest({ contents, target, plain, settings: { stream: true, maxOutputTokens: 1_000 } });
  let text = '';
  let shown = false;
  const take = (event: ReplyEvent): void => {
    if (event.type === 'text-delta') text += event.text;
    shown ||= (event.type === 'text-delta' || event.type === 'thinking-delta') && event.text !== '';
  };
  try {
    // A stalled request is given up soon, but not one that is merely slow on a busy machine.
    const http = await sendRequest(transport, request, { timeouts: { firstByteMs: 5_000, idleMs: 5_000 } });
    if (http.headers['content-type']?.includes('application/json') === true) {
      const { events, failure } = readResponse(request, await http.text());
      for (const event of events) take(event);
      return { text, shown, failure };
    }
    const stream = readStream(request, http.chunks);
    for await (const event of stream) take(event);
    return { text, shown, failure: (await stream.reply()).failure };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { text, shown, failure: error.failure };
  }
}
