/**
 * Servers of the Messages API: Anthropic's, with Bedrock's stricter reading for models called `anthropic.…`, and GLM's.
 */
import type { Api } from '../api/api.ts';
import { createMessagesApi } from './create-messages-api.ts';
import { fail, failInside, refuse, responseHeaders } from './errors.ts';
import { glmProfile } from './glm/profile.ts';
import { judge } from './judge.ts';
import type { MessagesProfile } from './messages-profile.ts';
import { claudes, findClaude } from './models.ts';
import { rules } from './rules.ts';

const anthropicProfile: MessagesProfile = {
  name: 'anthropic',
  root: '/v1',
  counts: true,
  models: claudes,
  rules,
  findModel: findClaude,
  judge,
  reword: (violation) => violation,
  refuse,
  headers: responseHeaders,
  fail,
  failInside,
};

export function createAnthropic(): Api {
  return createMessagesApi(anthropicProfile);
}

export function createGlmMessages(): Api {
  return createMessagesApi(glmProfile);
}
