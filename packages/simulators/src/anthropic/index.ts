/** Anthropic's Messages API, with Bedrock's stricter reading of it for models called `anthropic.…`. */
import type { Api } from '../api.ts';
import { fail, failInside } from './errors.ts';
import { createPromptCache } from './prompt-cache.ts';
import { route } from './routes.ts';
import { rules } from './rules.ts';

/** Each has its own prompt cache; nothing else is remembered between requests. */
export function createAnthropic(): Api {
  const cache = createPromptCache();
  return {
    name: 'anthropic',
    rules,
    handle: (request, world) => route(request, world, cache),
    fail,
    failInside,
  };
}
