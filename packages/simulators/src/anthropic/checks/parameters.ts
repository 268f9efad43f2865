/** Settings that only some generations accept, and settings that cannot be combined. */
import type { Violation } from '../../api/api.ts';
import { isAbsent, type JsonObject, numberOf, objectOf, textOf } from '../../api/json.ts';
import type { Draft } from '../draft.ts';
import { breach } from '../errors.ts';
import type { Claude } from '../models.ts';

export const bindingBeta = 'thinking-binding-controls-2026-08-01';

export function* checkParameters(draft: Draft): Iterable<Violation> {
  yield* checkThinking(draft);
  yield* checkSampling(draft);
  yield* checkUser(draft);
  yield* checkEffort(draft);
  yield* checkForcedChoice(draft);
}

export function thinkingOf({ body }: Draft): JsonObject {
  return objectOf(body['thinking']);
}

/** Whether the model thinks in this request. */
export function thinksIn(draft: Draft): boolean {
  const type = thinkingOf(draft)['type'];
  return isAbsent(type) ? draft.claude.thinksByDefault : type !== 'disabled';
}

function* checkThinking(draft: Draft): Iterable<Violation> {
  const { claude, body, betas } = draft;
  if (isAbsent(body['thinking'])) return;
  const thinking = thinkingOf(draft);
  const type = textOf(thinking['type']);
  yield* checkThinkingType(type, claude);
  if (type === 'enabled') yield* checkBudget(thinking['budget_tokens'], draft);
  if (!isAbsent(thinking['block_binding']) && !betas.includes(bindingBeta)) {
    const place = `thinking.${type}.block_binding`;
    yield breach('ANT-057', place, `${place}: Extra inputs are not permitted`);
  }
  yield* checkDisplay(type, thinking['display']);
  const known = ['type', 'display', 'block_binding', ...(type === 'enabled' ? ['budget_tokens'] : [])];
  const extra = Object.keys(thinking).find((name) => !known.includes(name));
  if (extra === undefined) return;
  yield breach('ANT-033', `thinking.${type}.${extra}`, `thinking.${type}.${extra}: Extra inputs are not permitted`);
}

function* checkThinkingType(type: string, claude: Claude): Iterable<Violation> {
  if (claude.thinking.includes(type)) return;
  const known = ['enabled', 'adaptive', 'disabled', 'between_tools'];
  if (!known.includes(type)) {
    const tags = known.map((tag) => `'${tag}'`).join(', ');
    const message = `thinking: Input tag '${type}' found using 'type' does not match any of the expected tags: ${tags}`;
    yield breach('schema', 'thinking', message);
  } else if (type === 'enabled' && claude.thinking.length > 0) {
    const message =
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.';
    yield breach('ANT-047', 'thinking.type', message);
  } else if (type === 'adaptive') {
    yield breach('ANT-048', 'thinking.type', 'adaptive thinking is not supported on this model');
  } else if (!(type === 'disabled' && claude.thinking.length === 0)) {
    yield breach('unlisted', 'thinking.type', `"thinking.type.${type}" is not supported for this model.`);
  }
}

/** Whether the text of thinking comes back: a setting for models that think, with two values. */
function* checkDisplay(type: string, display: unknown): Iterable<Violation> {
  if (isAbsent(display)) return;
  const place = `thinking.${type}.display`;
  if (type !== 'enabled' && type !== 'adaptive') {
    yield breach('ANT-033', place, `${place}: Extra inputs are not permitted`);
  } else if (display !== 'summarized' && display !== 'omitted') {
    yield breach('schema', place, `${place}: Input should be 'summarized' or 'omitted'`);
  }
}

function* checkBudget(value: unknown, { body, counting }: Draft): Iterable<Violation> {
  const place = 'thinking.enabled.budget_tokens';
  const budget = numberOf(value);
  if (isAbsent(value)) yield breach('ANT-053', place, `${place}: Field required`);
  else if (budget === undefined) yield breach('ANT-053', place, `${place}: Input should be a valid integer`);
  else if (budget < 1024) {
    yield breach('ANT-053', place, `${place}: Input should be greater than or equal to 1024`);
  } else if (!counting && budget >= (numberOf(body['max_tokens']) ?? 0)) {
    yield breach('ANT-053', 'max_tokens', '`max_tokens` must be greater than `thinking.budget_tokens`.');
  }
}

function* checkSampling(draft: Draft): Iterable<Violation> {
  const { body, claude } = draft;
  const given = ['temperature', 'top_p', 'top_k'].filter((name) => !isAbsent(body[name]));
  const [first] = given;
  if (claude.sampling === 'none' && first !== undefined) {
    yield breach('ANT-050', first, `\`${first}\` is not supported for this model.`);
  }
  const temperature = numberOf(body['temperature']) ?? 0;
  if (temperature < 0 || temperature > 1) yield breach('ANT-077', 'temperature', 'temperature: range: 0..1');
  const type = thinkingOf(draft)['type'];
  const thinking = type === 'enabled' || type === 'adaptive';
  if (thinking && given.includes('temperature') && body['temperature'] !== 1) {
    const message =
      '`temperature` may only be set to 1 when thinking is enabled or in adaptive mode. Please consult our documentation at https://platform.claude.com/docs/en/build-with-claude/extended-thinking';
    yield breach('ANT-049', 'temperature', message);
  }
  if (thinking && given.includes('top_k')) {
    yield breach('ANT-049', 'top_k', '`top_k` must be unset when thinking is enabled or in adaptive mode.');
  }
  if (claude.sampling === 'one' && given.includes('temperature') && given.includes('top_p')) {
    const message = '`temperature` and `top_p` cannot both be specified for this model. Please use only one.';
    yield breach('ANT-050', 'temperature', message);
  }
}

/** ANT-081: an opaque id. */
function* checkUser({ body }: Draft): Iterable<Violation> {
  const id = textOf(objectOf(body['metadata'])['user_id']);
  const kind = id.includes('@') ? 'an email address' : /^[\s\d().+-]{7,}$/.test(id) ? 'a phone number' : undefined;
  if (kind === undefined) return;
  yield breach('ANT-081', 'metadata.user_id', `metadata.user_id: user_id appears to contain ${kind}`);
}

function* checkEffort(draft: Draft): Iterable<Violation> {
  const { body, claude } = draft;
  const given = objectOf(body['output_config'])['effort'];
  if (isAbsent(given)) return;
  const effort = textOf(given);
  const place = 'output_config.effort';
  if (claude.efforts.length === 0) {
    yield breach('ANT-052', place, 'This model does not support the effort parameter.');
  } else if (!claude.efforts.some((level) => level === effort)) {
    const levels = claude.efforts.toSorted().join(', ');
    const message = `This model does not support effort level '${effort}'. Supported levels: ${levels}.`;
    yield breach('ANT-052', place, message);
  }
  if (claude.effortNeedsThinking && !thinksIn(draft) && (effort === 'xhigh' || effort === 'max')) {
    const message = `output_config.effort '${effort}' is not supported when thinking is disabled on this model`;
    yield breach('ANT-051', place, message);
  }
}

function* checkForcedChoice(draft: Draft): Iterable<Violation> {
  const { body, claude } = draft;
  const type = objectOf(body['tool_choice'])['type'];
  if (type === 'none' && claude.bedrock) {
    yield breach('BDR-006', 'tool_choice', "tool_choice: type 'none' is not supported: expected auto, any or tool");
  }
  if (type !== 'any' && type !== 'tool') return;
  if (!claude.forcedChoice) {
    yield breach('ANT-046', 'tool_choice', `tool_choice: '${type}' is not supported on this model`);
  }
  if (thinkingOf(draft)['type'] === 'enabled') {
    yield breach('ANT-045', 'tool_choice', 'Thinking may not be enabled when tool_choice forces tool use.');
  }
}
