/**
 * A request against what is known about z.ai's endpoint: nothing that Anthropic's own API would at least warn about is
 * accepted.
 */
import type { Violation } from '../../api/api.ts';
import type { World } from '../../api/world.ts';
import { checkContent } from '../checks/content.ts';
import { checkNames } from '../checks/names.ts';
import { checkPairing } from '../checks/pairing.ts';
import { checkEnd, checkRoles } from '../checks/roles.ts';
import { checkSchema } from '../checks/schema.ts';
import { checkTools } from '../checks/tools.ts';
import type { Draft } from '../draft.ts';
import { warning } from '../errors.ts';
import type { Judgement } from '../judge.ts';
import { recallThinking } from '../thinking.ts';
import { countTokens } from '../tokens.ts';
import { checkGlm } from './checks.ts';

const checks: readonly ((draft: Draft) => Iterable<Violation>)[] = [
  checkGlm,
  checkSchema,
  checkNames,
  checkTools,
  checkRoles,
  checkContent,
  checkPairing,
  checkEnd,
];

export function judgeGlm(draft: Draft, world: World): Judgement {
  for (const check of checks) {
    for (const refused of check(draft)) return { refused };
  }
  // Whether it reads signatures is undocumented. A signature it did not create could belong to anyone.
  const recalled = recallThinking(draft, world);
  const [refused] = recalled.findings;
  return refused ? { refused } : { warnings: [...findOverflow(draft)], recalled };
}

/** GLM-005: it is not reported. */
function* findOverflow(draft: Draft): Iterable<Violation> {
  const tokens = countTokens(draft);
  const { window } = draft.claude;
  if (tokens <= window) return;
  yield warning('GLM-005', 'messages', `model_context_window_exceeded: ${tokens} tokens, window ${window}`);
}
