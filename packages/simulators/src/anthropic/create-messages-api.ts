/** Creates a server of the Messages API from a profile. */
import type { Api } from '../api/api.ts';
import type { MessagesProfile } from './messages-profile.ts';
import { createPromptCache } from './prompt-cache.ts';
import { route } from './routes.ts';

/** Each server has its own prompt cache; nothing else is remembered between requests. */
export function createMessagesApi(profile: MessagesProfile): Api {
  const cache = createPromptCache();
  const { name, rules } = profile;
  return {
    name,
    rules,
    handle: (request, world) => route(request, world, cache, profile),
    fail: (fault, world) => profile.fail(fault, world),
    failInside: (fault, world) => profile.failInside(fault, world),
  };
}
