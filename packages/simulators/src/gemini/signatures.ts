/**
 * Thought signatures: created over the content of a part, for one model, account and address, and checked when they
 * come back (GEM-010 … GEM-015).
 */
import { createHash } from 'node:crypto';
import { arrayOf, isObject, type JsonObject } from '../api/json.ts';
import type { Claims, World } from '../api/world.ts';
import { callsOf, type GeminiContent, type GeminiPart, isModel, responsesOf } from './contents.ts';
import type { CheckedRequest, Finding } from './finding.ts';
import { type GeminiModel, isGemini3OrLater } from './models.ts';

/** Placeholders for a signature that never existed (GEM-011). */
const sentinels: readonly string[] = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'];

export function signText(world: World, model: GeminiModel, text: string, thought = false): string {
  return world.mint(claimsFor(world, model, overText(text, thought)));
}

export function signCall(world: World, model: GeminiModel, name: string, args: JsonObject): string {
  return world.mint(claimsFor(world, model, overCall(name, args)));
}

/** Signatures must be valid, on any model and in any turn. */
export function* checkSignatures({ contents, model, world }: CheckedRequest): Iterable<Finding> {
  // The text since the last signature: in a stream the signature comes on an empty part after all of its text.
  let run = { role: '', thought: false, text: '' };
  for (const { role, index, parts } of contents) {
    for (const part of parts) {
      const continues = part.data.kind === 'text' && run.role === role && run.thought === part.thought;
      const own = part.data.kind === 'text' ? part.data.text : '';
      run = { role, thought: part.thought, text: (continues ? run.text : '') + own };
      if (part.signature === '') continue;
      // Signatures on tools that Google ran itself are not bound to one of our parts.
      if (part.data.kind === 'code' || part.data.kind === 'server-tool' || part.data.kind === 'nothing') continue;
      const problem = problemWith(part, run.text, model, world);
      if (problem !== undefined) yield refused(model, problem, `contents[${index}].parts[${part.index}]`);
      run = { role: '', thought: false, text: '' };
    }
  }
}

/** The first call of every step since the last user message carries one, since Gemini 3. */
export function* checkMissing({ contents, model }: CheckedRequest): Iterable<Finding> {
  if (!isGemini3OrLater(model)) return;
  const start = contents.findLastIndex((content) => !isModel(content) && saysSomething(content));
  for (const step of stepsOf(contents.slice(start + 1))) {
    const call = callsOf(step)[0];
    if (call?.signature !== '') continue;
    const message = `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${call.data.name}\` , position ${step.index + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`;
    yield { rule: 'GEM-010', message, path: `contents[${step.index}].parts[${call.index}]` };
  }
}

/** Model contents in a row, if they are accepted at all, are one step. */
function stepsOf(contents: readonly GeminiContent[]): readonly GeminiContent[] {
  const steps = contents.filter((content) => isModel(content) && callsOf(content).length > 0);
  return steps.filter((content) => {
    const before = steps[steps.indexOf(content) - 1];
    return (
      !before || contents.some((other) => other.index > before.index && other.index < content.index && !isModel(other))
    );
  });
}

function saysSomething(content: GeminiContent): boolean {
  return (
    responsesOf(content).length === 0 && content.parts.some(({ data }) => data.kind === 'text' && data.text !== '')
  );
}

/** `broken`: not one of our tokens. `foreign`: one of ours, but for another part, model, account or address. */
function problemWith(
  part: GeminiPart,
  run: string,
  model: GeminiModel,
  world: World,
): 'broken' | 'foreign' | undefined {
  if (isSentinel(part.signature)) return undefined;
  const claims = world.open(standardBase64(part.signature));
  if (!claims) return 'broken';
  const digests = digestsOf(part, run);
  const expected = claimsFor(world, model, '');
  const bound = (['kind', 'provider', 'model', 'endpoint', 'account'] as const).every(
    (claim) => claims[claim] === expected[claim],
  );
  return bound && digests.includes(claims.text ?? '') ? undefined : 'foreign';
}

function refused(model: GeminiModel, problem: 'broken' | 'foreign', path: string): Finding {
  if (model.route === 'vertex') {
    return problem === 'broken'
      ? { rule: 'GEM-015', message: 'Unable to submit request because thought_signature is invalid.', path }
      : { rule: 'GEM-012', message: 'Unable to submit request because Thought signature is not valid.', path };
  }
  const message = model.generation === 3.7 ? 'Invalid thought signature.' : 'Corrupted thought signature.';
  return { rule: 'GEM-012', message, path };
}

function digestsOf({ data, thought }: GeminiPart, run: string): readonly string[] {
  if (data.kind === 'call') return [overCall(data.name, data.args)];
  return data.kind === 'text' ? [overText(data.text, thought), overText(run, thought)] : [];
}

function claimsFor(world: World, model: GeminiModel, text: string): Claims {
  return {
    kind: 'thought',
    provider: model.route === 'vertex' ? 'vertex' : 'google',
    model: model.id,
    endpoint: world.endpoint,
    account: world.account,
    text,
  };
}

/** One of the sentinels, as text or base64-encoded. */
function isSentinel(signature: string): boolean {
  return sentinels.includes(signature) || sentinels.includes(Buffer.from(signature, 'base64').toString('latin1'));
}

function standardBase64(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/');
}

function overText(text: string, thought: boolean): string {
  return digest(`${thought ? 'thought' : 'text'}:${text}`);
}

function overCall(name: string, args: JsonObject): string {
  return digest(`call:${name}:${JSON.stringify(sorted(args))}`);
}

/** A Struct does not preserve the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return arrayOf(value).map(sorted);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return { entries: keys.map((key) => [key, sorted(value[key])]) };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
