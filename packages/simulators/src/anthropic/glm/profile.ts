/**
 * GLM behind z.ai's Anthropic-compatible endpoint: a front that checks types (422), and behind it the same server as
 * for its Chat Completions.
 */
import type { ApiResponse, KnownRule, Violation } from '../../api/api.ts';
import { namedEvent } from '../../api/events.ts';
import { createFail } from '../../api/failure-table.ts';
import { objectOf, parseJson } from '../../api/json.ts';
import { jsonResponse } from '../../api/json-response.ts';
import { enforced, warned } from '../../api/known-rule.ts';
import type { World } from '../../api/world.ts';
import { failures, illegal, newRequestId } from '../../glm/wording.ts';
import type { Draft } from '../draft.ts';
import type { MessagesProfile } from '../messages-profile.ts';
import { countTokens } from '../tokens.ts';
import { judgeGlm } from './judge.ts';
import { findGlm, glms } from './models.ts';
import { reword } from './wording.ts';

const rules: readonly KnownRule[] = [
  enforced('GLM-001', illegal.message),
  enforced('GLM-002', 'The prompt parameter was not received normally'),
  enforced('GLM-003', "Input should be 'user' or 'assistant'"),
  enforced('GLM-004', 'please use low, high, or max'),
  warned('GLM-005', 'model_context_window_exceeded'),
];

export const glmProfile: MessagesProfile = {
  name: 'glm-messages',
  root: '/api/anthropic/v1',
  counts: false,
  models: glms,
  rules,
  findModel: findGlm,
  judge: judgeGlm,
  reword,
  refuse,
  headers: (world) => ({ 'x-log-id': newRequestId(world) }),
  fail: (fault, world) => failFor(world)(fault, world),
  failInside: (fault, world) => {
    const { body } = failFor(world)(fault, world);
    return namedEvent('error', { error: objectOf(objectOf(parseJson(String(body))?.value)['error']) });
  },
  alter: (answer, draft) => (overflows(draft) ? { parts: [], stop: 'length' } : answer),
  adjust: (message, draft) => ({
    ...message,
    stopReason: overflows(draft) ? 'model_context_window_exceeded' : message.stopReason,
    content: message.content.map(({ fields: { caller: _, ...fields }, ...rest }) => ({ fields, ...rest })),
  }),
};

function overflows(draft: Draft): boolean {
  return countTokens(draft) > draft.claude.window;
}

function refuse({ rule, status, message, path, code = '1210' }: Violation, world: World): ApiResponse {
  if (status !== 422) return glmError(status, message, code, world);
  const loc = ['body', ...path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))];
  const context =
    rule === 'GLM-003' ? { input: 'system', ctx: { expected: message.replace('Input should be ', '') } } : {};
  return jsonResponse(422, { detail: [{ type: code, loc, msg: message, ...context }] });
}

function glmError(status: number, message: string, code: string, world: World, headers = {}): ApiResponse {
  return jsonResponse(status, { type: 'error', error: { code, message }, request_id: newRequestId(world) }, headers);
}

const failFor = (world: World): ReturnType<typeof createFail> =>
  createFail(failures, ({ status, message, code }, headers) =>
    glmError(status, message, code ?? '500', world, headers),
  );
