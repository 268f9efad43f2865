/** A provider that always says the same, whatever it is asked. */
import type { ServerResponse } from 'node:http';

export function answerAlways(response: ServerResponse): void {
  const message = { role: 'assistant', content: 'An answer.' };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  const body = { id: 'x', object: 'chat.completion', created: 1, model: 'm', choices };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}
