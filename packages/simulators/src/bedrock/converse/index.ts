/** Bedrock's Converse: one format for every model, its own checks first, the model's after them (CNV-…). */
import { writeAnswer } from '../../anthropic/answer.ts';
import { type Draft as MessagesDraft, readDraft as readMessages } from '../../anthropic/draft.ts';
import { betasIn } from '../../anthropic/hosted-request.ts';
import { judge as judgeClaude } from '../../anthropic/judge.ts';
import { type Claude, defaultClaude } from '../../anthropic/models.ts';
import { createPromptCache, type PromptCache } from '../../anthropic/prompt-cache.ts';
import { buildSeen } from '../../anthropic/seen.ts';
import type { Recalled } from '../../anthropic/thinking.ts';
import { countTokens } from '../../anthropic/tokens.ts';
import type { Api, ApiRequest, ApiResponse, Outcome, Violation } from '../../api/api.ts';
import { isObject, objectOf, textOf } from '../../api/json.ts';
import type { Answer } from '../../api/model.ts';
import { isDeeperThan } from '../../api/nesting.ts';
import type { World } from '../../api/world.ts';
import { identify } from '../access.ts';
import { exception, fail, failInside, invalid } from '../exceptions.ts';
import { passRoutes, type Route } from '../routes.ts';
import { blocksOfClaude, blocksOfOtherModel, usageOf, withIds, writeStream, writeWhole } from './answer.ts';
import { checkBlocks } from './checks/blocks.ts';
import { checkConstraints } from './checks/constraints.ts';
import { checkShape } from './checks/shape.ts';
import { checkTools } from './checks/tools.ts';
import { checkTurns } from './checks/turns.ts';
import { type Draft, readDraft } from './draft.ts';
import { type ConverseModel, findModel, modelIds } from './models.ts';
import { rules } from './rules.ts';
import { toMessages } from './to-messages.ts';

export function createBedrockConverse(): Api {
  const cache = createPromptCache();
  return {
    name: 'bedrock-converse',
    rules,
    identify,
    handle: (request, world) =>
      passRoutes(request, world, ['converse', 'converse-stream'], modelIds, (route) =>
        converse(route, request, world, cache),
      ),
    fail,
    failInside,
  };
}

const checks: readonly ((draft: Draft) => Iterable<Violation>)[] = [
  checkConstraints,
  checkBlocks,
  checkTools,
  checkTurns,
];

/** Deeper values are not traversed. */
const deepest = 255;

function converse(
  { operation, model: named }: Route,
  request: ApiRequest,
  world: World,
  cache: PromptCache,
): Outcome | Violation {
  const model = findModel(named);
  if ('rule' in model) return model;
  const { body } = request;
  if (!isObject(body) || isDeeperThan(body, deepest)) {
    return exception('bad-json', 'SerializationException', 'The request body is not valid JSON.');
  }
  for (const found of checkShape(body)) return found;
  const draft = readDraft(body, model);
  for (const check of checks) for (const found of check(draft)) return found;
  const stream = operation === 'converse-stream';
  const judged = model.claude ? askClaude(draft, model.claude, world) : askOther(draft, model);
  if ('rule' in judged) return judged;
  const { inner, recalled } = judged;
  const read = buildSeen(inner, recalled);
  const seen = { ...read, thinks: model.claude ? read.thinks : model.thinks };
  return {
    kind: 'asked',
    model: named.name,
    stream,
    seen,
    warnings: judged.warnings,
    answer: (said): ApiResponse => {
      const answer = withIds(said, world);
      const written = model.claude ? sayClaude(inner, recalled, answer, world, cache) : sayOther(inner, answer, model);
      return stream ? writeStream(written, world) : writeWhole(written, world);
    },
  };
}

interface Judged {
  /** The request in Messages format. */
  readonly inner: MessagesDraft;
  readonly recalled: Recalled;
  readonly warnings: readonly Violation[];
}

/** CNV-024: whatever Claude refuses, in Claude's wording. */
function askClaude(draft: Draft, claude: Claude, world: World): Judged | Violation {
  const additional = objectOf(draft.body['additionalModelRequestFields']);
  const inner = readMessages(toMessages(draft), claude, betasIn(additional), false);
  // The path names the model, but its checks require a name.
  const judgement = judgeClaude({ ...inner, body: { model: claude.id, ...inner.body } }, world);
  if (!judgement.refused) return { inner, ...judgement };
  const { rule, message, path } = judgement.refused;
  return invalid(ownRules[rule] ?? rule, `The model returned the following errors: ${message}`, path);
}

/** Claude's rules that have their own id for Converse. */
const ownRules: Readonly<Record<string, string>> = { 'ANT-033': 'CNV-025', 'ANT-065': 'CNV-030' };

/** For other models only the length is known to matter. */
function askOther(draft: Draft, model: ConverseModel): Judged | Violation {
  const inner = readMessages(toMessages(draft), defaultClaude, [], false);
  if (countTokens(inner) > model.window)
    return invalid('BDR-019', 'Input is too long for requested model.', 'messages');
  const thoughts = new Map(
    inner.entries.flatMap(({ blocks }) =>
      blocks
        .filter(({ type }) => type === 'thinking')
        .map(({ path, fields }) => [path, textOf(fields['thinking'])] as const),
    ),
  );
  return { inner, recalled: { thoughts, dropped: [], last: undefined, findings: [] }, warnings: [] };
}

function sayClaude(
  inner: MessagesDraft,
  recalled: Recalled,
  answer: Answer,
  world: World,
  cache: PromptCache,
): Parameters<typeof writeWhole>[0] {
  const used = cache.use(inner, world.account);
  const { content } = writeAnswer(inner, world, recalled, used, answer);
  const blocks = content.flatMap(blocksOfClaude);
  const cached = { cacheReadInputTokens: used.read, cacheWriteInputTokens: used.written };
  const input = countTokens(inner) - used.read - used.written;
  return { blocks, stop: answer.stop, usage: usageOf(input, blocks, cached) };
}

function sayOther(inner: MessagesDraft, answer: Answer, model: ConverseModel): Parameters<typeof writeWhole>[0] {
  const blocks = answer.parts.flatMap((part) => blocksOfOtherModel(part, model.thinks));
  return { blocks, stop: answer.stop, usage: usageOf(countTokens(inner), blocks) };
}
