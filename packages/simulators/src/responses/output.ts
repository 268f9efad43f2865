/** Converts the model's answer to the items of a response, and remembers which items belong together. */

import { argumentText } from '../api/call-arguments.ts';
import { arrayOf, type JsonObject, objectOf, textOf } from '../api/json.ts';
import type { Answer, Part } from '../api/model.ts';
import type { World } from '../api/world.ts';
import { encrypt } from './encrypted-reasoning.ts';
import { isAssistantMessage, typeOf } from './entries.ts';
import { nextCallId, nextItemId } from './ids.ts';
import type { MintedItem } from './memory.ts';
import { type ResponsesModel, showsReasoningText } from './models.ts';
import { type OfferedTool, offeredTools } from './offered-tools.ts';

export interface Wishes {
  /** Whether the model thinks in this request at all. */
  readonly thinks: boolean;
  /** A summary of the thinking is shown only on request. */
  readonly summary: boolean;
  readonly encrypted: boolean;
  /** Whether the model may search the web; and whether the answer lists its sources. */
  readonly searches: boolean;
  readonly sources: boolean;
  readonly offered: readonly OfferedTool[];
}

export interface OutputItem {
  readonly item: JsonObject;
  /** For reasoning: the thought. */
  readonly thinking: string;
}

export function readWishes(body: JsonObject, thinks: boolean): Wishes {
  const { summary, generate_summary: formerly } = objectOf(body['reasoning']);
  const tools = arrayOf(body['tools']).map(objectOf);
  return {
    thinks,
    summary: typeof summary === 'string' || typeof formerly === 'string',
    encrypted: arrayOf(body['include']).includes('reasoning.encrypted_content'),
    searches: tools.some((tool) => /^web_search(_preview)?(_\d{4}_\d{2}_\d{2})?$/.test(textOf(tool['type']))),
    sources: arrayOf(body['include']).includes('web_search_call.action.sources'),
    offered: offeredTools(body),
  };
}

type Run = { readonly think: readonly string[] } | { readonly say: string } | Extract<Part, { readonly call: string }>;

/** Adjacent thoughts are one item, and so are texts. */
function gather(parts: readonly Part[], thinks: boolean): readonly Run[] {
  const runs: Run[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if ('think' in part) {
      if (!thinks) continue;
      if (last && 'think' in last) runs[runs.length - 1] = { think: [...last.think, part.think] };
      else runs.push({ think: [part.think] });
    } else if ('say' in part && last && 'say' in last) {
      runs[runs.length - 1] = { say: last.say + part.say };
    } else {
      runs.push(part);
    }
  }
  return runs;
}

export function buildOutput(
  answer: Answer,
  wishes: Wishes,
  model: ResponsesModel,
  world: World,
): readonly OutputItem[] {
  const runs = gather(answer.parts, wishes.thinks);
  const isCut = answer.stop === 'length' || answer.stop === 'filtered';
  let calls = 0;
  return runs.map((run, index) => {
    const status = isCut && index === runs.length - 1 ? 'incomplete' : 'completed';
    if ('think' in run) return reasoning(run.think, wishes, model, world);
    if ('say' in run) {
      const phase = runs.slice(index).some((later) => 'call' in later) ? 'commentary' : 'final_answer';
      return { item: message(run.say, status, phase, model, world), thinking: '' };
    }
    if (wishes.searches && run.call === 'web_search') return { item: search(run, wishes, model, world), thinking: '' };
    calls += 1;
    return {
      item: call(run, status, run.id ?? nextCallId(calls - 1, model, world), wishes, model, world),
      thinking: '',
    };
  });
}

function reasoning(thoughts: readonly string[], wishes: Wishes, model: ResponsesModel, world: World): OutputItem {
  const id = nextItemId('rs', model, world);
  const thinking = thoughts.join('\n');
  if (showsReasoningText(model)) {
    const content = thoughts.map((text) => ({ type: 'reasoning_text', text }));
    return { item: { id, type: 'reasoning', summary: [], content }, thinking };
  }
  const summary = wishes.summary ? thoughts.map((text) => ({ type: 'summary_text', text })) : [];
  const token = wishes.encrypted ? { encrypted_content: encrypt(thinking, id, model, world) } : {};
  return { item: { id, type: 'reasoning', ...token, summary }, thinking };
}

function message(text: string, status: string, phase: string, model: ResponsesModel, world: World): JsonObject {
  return {
    id: nextItemId('msg', model, world),
    type: 'message',
    status,
    content: [{ type: 'output_text', annotations: [], logprobs: [], text }],
    ...(model.phases ? { phase } : {}),
    role: 'assistant',
  };
}

/** OpenAI runs the search itself: the item contains the query, and only the URLs of the results. */
function search(
  part: Extract<Part, { readonly call: string }>,
  { sources }: Wishes,
  model: ResponsesModel,
  world: World,
): JsonObject {
  const query = textOf(part.args['query']);
  return {
    id: nextItemId('ws', model, world),
    type: 'web_search_call',
    status: 'completed',
    action: {
      type: 'search',
      query,
      queries: [query],
      ...(sources ? { sources: [{ type: 'url', url: 'https://example.com/' }] } : {}),
    },
  };
}

function call(
  part: Extract<Part, { readonly call: string }>,
  status: string,
  callId: string,
  { offered }: Wishes,
  model: ResponsesModel,
  world: World,
): JsonObject {
  const { call: name, args, rawArgs } = part;
  const text = argumentText(part);
  const { tool = {}, namespace } = offered.find((each) => each.tool['name'] === name) ?? {};
  const called = { call_id: callId, name, ...(namespace === undefined ? {} : { namespace }) };
  if (tool['type'] === 'custom') {
    // A free-form tool: the model's `input` is its text.
    const input = rawArgs ?? (typeof args['input'] === 'string' ? args['input'] : text);
    return { id: nextItemId('ctc', model, world), type: 'custom_tool_call', status, ...called, input };
  }
  return { id: nextItemId('fc', model, world), type: 'function_call', status, ...called, arguments: text };
}

/** What must be remembered about these items for when they come back. */
export function mintedItems(
  output: readonly OutputItem[],
  stored: boolean,
  model: ResponsesModel,
  world: World,
): readonly MintedItem[] {
  let needs: string | undefined;
  return output.map(({ item, thinking }, index) => {
    const next = output[index + 1]?.item['id'];
    const isReasoning = typeOf(item) === 'reasoning';
    const source = needs;
    if (isReasoning) needs = textOf(item['id']);
    return {
      item,
      account: world.account,
      endpoint: world.endpoint,
      model: model.id,
      created: world.now(),
      stored,
      thinking,
      ...(source === undefined || isReasoning ? {} : { needs: source }),
      ...(typeof next === 'string' ? { next } : {}),
    };
  });
}

/** Characters of an item, for the count of tokens. */
export function textIn({ item, thinking }: OutputItem): string {
  if (isAssistantMessage(item))
    return arrayOf(item['content'])
      .map((part) => textOf(objectOf(part)['text']))
      .join('');
  return thinking + textOf(item['name']) + textOf(item['arguments']) + textOf(item['input']);
}
