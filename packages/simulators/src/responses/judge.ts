/** A request against the rulebook: the first rule it breaks, or what the model should see. */
import type { Violation } from '../api/api.ts';
import { firstOf } from '../api/first-found.ts';
import { arrayOf, type JsonObject, objectOf, textOf } from '../api/json.ts';
import type { Seen } from '../api/model.ts';
import { tokensOf } from '../api/tokens.ts';
import type { World } from '../api/world.ts';
import { checkCalls, checkRepeated } from './checks/calls.ts';
import { checkInput } from './checks/items.ts';
import { checkParameters } from './checks/parameters.ts';
import { checkReplay, lostPhases, type Replay } from './checks/replay.ts';
import { checkNamespaces, checkTools } from './checks/tools.ts';
import { decrypt } from './encrypted-reasoning.ts';
import { readEntries, resolve } from './entries.ts';
import { overflowWords } from './errors.ts';
import { keepsNothing, type Memory } from './memory.ts';
import { type ResponsesModel, thinksAt } from './models.ts';
import { buildSeen } from './seen.ts';
import { violation } from './violations.ts';

export interface Judged {
  readonly seen: Seen;
  readonly tokens: number;
  /** The chain and the input, references replaced. */
  readonly items: readonly JsonObject[];
  readonly warnings: readonly Violation[];
}

export function judge(
  body: JsonObject,
  model: ResponsesModel,
  memory: Memory,
  world: World,
  isAzure: boolean,
): Violation | Judged {
  const shape = firstOf([
    () => checkParameters(body, model),
    () => checkTools(body),
    () => checkPrevious(body, memory, world),
    () => checkPresence(body),
    () => checkInput(body['input'], model),
  ]);
  if (shape) return shape;
  const entries = readEntries(body);
  const chain = memory.response(body['previous_response_id'], world)?.items ?? [];
  const resolved = resolve(entries, memory, world);
  const replay: Replay = { body, model, memory, world, entries, resolved, chain };
  const broken = firstOf([
    () => (isAzure ? checkRepeated(chain, resolved) : undefined),
    () => checkReplay(replay),
    () => checkNamespaces(body, resolved),
    () => checkCalls(chain, resolved, model),
  ]);
  if (broken) return broken;
  const items = [...chain, ...resolved.map(({ item }) => item)];
  const thinks = thinksAt(model, objectOf(body['reasoning'])['effort']);
  const seen = buildSeen({ body, items, thinks, thinkingOf: (item) => thinkingOf(item, replay) });
  return { seen, tokens: countTokens(seen), items, warnings: lostPhases(replay) };
}

/** OAR-026 */
export function checkWindow(tokens: number, { window }: ResponsesModel, body: JsonObject): Violation | undefined {
  if (tokens <= window || body['truncation'] === 'auto') return undefined;
  return violation('OAR-026', 400, overflowWords, 'input', 'context_length_exceeded');
}

/** OAR-017, OAR-018 */
function checkPrevious(body: JsonObject, memory: Memory, world: World): Violation | undefined {
  const id = body['previous_response_id'];
  const path = 'previous_response_id';
  const { conversation } = body;
  if (conversation !== undefined && conversation !== null) {
    // None exists here.
    const name = textOf(conversation) || textOf(objectOf(conversation)['id']);
    return violation('gate-conversation', 404, `Conversation with id '${name}' not found.`, 'conversation');
  }
  if (typeof id !== 'string') return undefined;
  if (keepsNothing(world.account)) {
    const message = 'Previous response cannot be used for this organization due to Zero Data Retention.';
    return violation('OAR-017', 400, message, path, 'unsupported_parameter');
  }
  if (memory.response(id, world)) return undefined;
  return violation('OAR-018', 400, `Previous response with id '${id}' not found.`, path, 'previous_response_not_found');
}

/** OAR-021; instructions alone are not an input. */
function checkPresence(body: JsonObject): Violation | undefined {
  const { input, prompt } = body;
  const isEmpty = input === undefined || input === null || input === '' || (Array.isArray(input) && input.length === 0);
  if (!isEmpty || typeof body['previous_response_id'] === 'string' || (prompt !== undefined && prompt !== null))
    return undefined;
  const message = 'One of "input" or "previous_response_id" or \'prompt\' or \'conversation_id\' must be provided.';
  return violation('OAR-021', 400, message, 'input', 'missing_required_parameter');
}

/** Earlier thinking that is sent back to the model. */
function thinkingOf(item: JsonObject, { model, memory, world }: Replay): string {
  const token = item['encrypted_content'];
  if (typeof token === 'string') return decrypt(token, model, world)?.text ?? '';
  const found = memory.stored(item['id'], world);
  if (found) return found.thinking;
  return arrayOf(item['content'])
    .map((part) => textOf(objectOf(part)['text']))
    .join('\n');
}

const tokensPerMedium = 85;

/** The length of a request, by what the model sees of it; a picture counts what OpenAI counts for a small one. */
function countTokens({ system, tools, turns }: Seen): number {
  const said = turns.flatMap(({ text, thinking, calls, results }) => [
    text,
    thinking,
    ...calls.map(({ name, args }) => `${name}${JSON.stringify(args) ?? ''}`),
    ...results.map((result) => result.text),
  ]);
  const media = turns.flatMap((turn) => [...turn.media, ...turn.results.flatMap((result) => result.media)]);
  const declared = tools.length > 0 ? JSON.stringify(tools) : '';
  return tokensOf([system, declared, ...said].join('')) + media.length * tokensPerMedium;
}
