/** A provider that gives the same answer to every request. */
import type { ServerResponse } from 'node:http';

export function answerAlways(response: ServerResponse): void {
  const message = { role: 'assistant', content: 'An answer.' };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  const body = { id: 'x', object: 'chat.completion', created: 1, model: 'm', choices };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}
