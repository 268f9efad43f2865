/** All rules for one request, in the order of the real server: fields, tools, turns, signatures, length. */
import type { Judgement, Violation } from '../api/api.ts';
import { checkClaude } from './checks/claude.ts';
import { checkContents, checkResponseContents, checkRoles } from './checks/contents.ts';
import { checkPenalties } from './checks/penalties.ts';
import { checkThinking } from './checks/thinking.ts';
import { checkDeclarations, checkToolConfig } from './checks/tools.ts';
import { checkTurns } from './checks/turns.ts';
import type { Check, CheckedRequest, Finding } from './finding.ts';
import { checkMissing, checkSignatures } from './signatures.ts';
import { countRequest } from './tokens.ts';

const checks: readonly Check[] = [
  checkContents,
  checkDeclarations,
  checkRoles,
  checkToolConfig,
  checkThinking,
  checkPenalties,
  checkResponseContents,
  checkTurns,
  checkClaude,
  checkSignatures,
  checkMissing,
  checkLength,
];

export function judge(checked: CheckedRequest): Judgement {
  const warnings: Violation[] = [];
  for (const check of checks) {
    for (const finding of check(checked)) {
      if (finding.silent !== true) return { violation: violationOf(finding), warnings };
      warnings.push({ ...violationOf(finding), status: 200 });
    }
  }
  return { warnings };
}

export function violationOf({ rule, message, path }: Omit<Finding, 'silent'>): Violation {
  return { rule, status: 400, message, path, code: 'INVALID_ARGUMENT' };
}

function* checkLength({ request, model }: CheckedRequest): Iterable<Finding> {
  const tokens = countRequest(request);
  const most = model.window - 1;
  if (tokens <= most) return;
  if (model.route === 'vertex') {
    const message = `Unable to submit request because the input token count is ${tokens} but model only supports up to ${most}. Reduce the input token count and try again. You can also use the CountTokens API to calculate prompt token count and billable characters. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini`;
    yield { rule: 'VTX-004', message, path: 'contents' };
  }
  const message = `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${most}).`;
  yield { rule: 'GEM-032', message, path: 'contents' };
}
