/** Names of models that cannot be names. */
import { expect, test } from 'vitest';
import { openUpstream, sayYes } from './open-upstream.ts';
import { askings, send } from './send.ts';

test.each(askings)('$api: a control character in the name of a model is an unknown model', async (asking) => {
  // A target that is called like the model, as the command line makes them.
  const models = {
    find: (name: string) => ({ provider: 'openai-compatible', model: name, name, endpoint: 'http://127.0.0.1:9/v1' }),
    list: () => ['m'],
  };
  const { gateway, close } = await openUpstream({ answer: sayYes, models });
  try {
    for (const name of ['m\u0000', 'm\nx', '\u0001', 'm\u007f', 'm\u0085', 'm\u001b[2J']) {
      const { status } = await send(gateway.url, asking.path(name), asking.body(name, 'hello', false));
      expect([name, status]).toEqual([name, 404]);
    }
  } finally {
    await close();
  }
});
