/**
 * All rules, in the order in which the API seems to check them: shape, settings, roles, content, pairs, thinking, size.
 */
import type { Violation } from '../api/api.ts';
import { numberOf } from '../api/json.ts';
import type { World } from '../api/world.ts';
import { checkContent } from './checks/content.ts';
import { checkHosted } from './checks/hosted.ts';
import { checkNames } from './checks/names.ts';
import { checkPairing } from './checks/pairing.ts';
import { checkParameters } from './checks/parameters.ts';
import { checkEnd, checkRoles } from './checks/roles.ts';
import { checkSchema } from './checks/schema.ts';
import { checkSchemas } from './checks/schemas.ts';
import { checkServerTools } from './checks/server-tools.ts';
import { checkTools } from './checks/tools.ts';
import type { Draft } from './draft.ts';
import { breach } from './errors.ts';
import { checkNoFinalThinking, checkThinkingFirst, type Recalled, recallThinking } from './thinking.ts';
import { countTokens } from './tokens.ts';

export type Judgement =
  | { readonly refused: Violation }
  | { readonly refused?: undefined; readonly warnings: readonly Violation[]; readonly recalled: Recalled };

const checks: readonly ((draft: Draft) => Iterable<Violation>)[] = [
  checkSchema,
  checkHosted,
  checkNames,
  checkParameters,
  checkTools,
  checkSchemas,
  checkRoles,
  checkContent,
  checkPairing,
  checkServerTools,
  checkThinkingFirst,
  checkNoFinalThinking,
  checkEnd,
];

/** The first violation wins; warnings are collected. */
export function judge(draft: Draft, world: World): Judgement {
  const warnings: Violation[] = [];
  const firstOf = (findings: Iterable<Violation>): Violation | undefined => {
    for (const finding of findings) {
      if (finding.status >= 400) return finding;
      warnings.push(finding);
    }
    return undefined;
  };
  for (const check of checks) {
    const refused = firstOf(check(draft));
    if (refused) return { refused };
  }
  const recalled = recallThinking(draft, world);
  const refused = firstOf(recalled.findings) ?? firstOf(checkContext(draft));
  return refused ? { refused } : { warnings, recalled };
}

/** ANT-070, ANT-071: the prompt must fit into the model's window. */
function* checkContext(draft: Draft): Iterable<Violation> {
  const { claude, body, counting } = draft;
  if (counting) return;
  const tokens = countTokens(draft);
  const asked = numberOf(body['max_tokens']) ?? 0;
  if (tokens > claude.window) {
    yield breach('ANT-070', 'messages', `prompt is too long: ${tokens} tokens > ${claude.window} maximum`);
  }
  if (claude.countsOutput && tokens + asked > claude.window) {
    const message = `input length and \`max_tokens\` exceed context limit: ${tokens} + ${asked} > ${claude.window}, decrease input length or \`max_tokens\` and try again`;
    yield breach('ANT-071', 'max_tokens', message);
  }
}
