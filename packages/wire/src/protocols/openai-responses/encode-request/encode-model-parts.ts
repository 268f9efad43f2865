/**
 * Encodes the model's parts as items, in their order. Ids are sent only where needed: on a reasoning item, and on the item that
 * follows it (OAR-008, OAR-009). If the history has none, both are sent without, as by clients that store nothing (OAR-030).
 * All other items are sent without an id, because an unknown id, or one without its reasoning, is refused (OAR-005, OAR-009,
 * OAR-010).
 */
import { type JsonObject, mediaPlaceholder } from '@interlock/transcript';
import { asObject, parseJson } from '../../../json/json.ts';
import type {
  CallPart,
  MediaPart,
  ModelPart,
  ProviderToolPart,
  TextPart,
  ThinkingPart,
} from '../../../shape/message.ts';
import { nothingShown, providerToolText } from '../../../texts/model-texts.ts';

/** An item without its id, and the id it could be sent with. */
interface Draft {
  readonly item: JsonObject;
  readonly id: string | undefined;
  /** Reasoning that cannot be sent back: it has no token, or the id it is bound to is not accepted (OAR-012). */
  readonly isVoid?: boolean;
  /** The same without an id, if that makes several items. */
  readonly apart?: readonly JsonObject[];
}

export function encodeModelParts(parts: readonly ModelPart[]): readonly JsonObject[] {
  const items: JsonObject[] = [];
  const used = new Set<string>();
  let reasoning: Draft[] = [];
  for (const draft of draftsOf(parts)) {
    if (draft.item['type'] === 'reasoning') {
      reasoning.push(draft);
      continue;
    }
    if (reasoning.some(({ isVoid }) => isVoid) || isRepeated([...reasoning, draft], used)) addWithoutId(draft, items);
    else if (reasoning.length > 0 && [...reasoning, draft].every(({ id }) => id !== undefined)) {
      for (const each of [...reasoning, draft]) items.push(withId(each, used));
    } else {
      // OAR-009, OAR-030: all ids or none.
      for (const { item } of reasoning) items.push(item);
      addWithoutId(draft, items);
    }
    reasoning = [];
  }
  // The rest of `reasoning` has no item after it (an aborted turn): it would be refused (OAR-008).
  return items.length > 0 ? items : [messageItem([nothingShown], undefined)];
}

/** Whether one of their ids was used before, or twice (OAR-006): a copy, whose reasoning is dropped. */
function isRepeated(run: readonly Draft[], used: ReadonlySet<string>): boolean {
  const ids = run.flatMap(({ id }) => (id === undefined ? [] : [id]));
  return run.length > 1 && (new Set(ids).size < ids.length || ids.some((id) => used.has(id)));
}

function addWithoutId({ item, apart }: Draft, items: JsonObject[]): void {
  if (apart === undefined) items.push(item);
  else for (const each of apart) items.push(each);
}

function withId({ item, id }: Draft, used: Set<string>): JsonObject {
  if (id === undefined) return item;
  used.add(id);
  return { ...item, id };
}

function draftsOf(parts: readonly ModelPart[]): readonly Draft[] {
  const drafts: Draft[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at];
    if (part === undefined) continue;
    if (part.type !== 'text') {
      drafts.push(draftOf(part));
      continue;
    }
    const texts = textsOfOneItem(parts, at);
    drafts.push(messageDraft(texts));
    at += texts.length - 1;
  }
  return drafts;
}

function draftOf(part: Exclude<ModelPart, TextPart>): Draft {
  switch (part.type) {
    case 'thinking':
      return reasoningDraft(part);
    case 'call':
      return callDraft(part);
    case 'provider-tool':
      return providerToolDraft(part);
    case 'media':
      return mediaDraft(part);
  }
}

/** Texts that came as one message item are sent back as one, with its id; every other text is a separate item. */
function textsOfOneItem(parts: readonly ModelPart[], from: number): readonly TextPart[] {
  const texts: TextPart[] = [];
  for (let at = from; at < parts.length; at += 1) {
    const part = parts[at];
    if (part?.type !== 'text') break;
    const [first] = texts;
    if (first !== undefined && (first.seal?.item === undefined || part.seal?.item !== first.seal.item)) break;
    texts.push(part);
  }
  return texts;
}

function messageDraft(parts: readonly TextPart[]): Draft {
  const seal = parts[0]?.seal;
  const phase = seal?.field === 'message' ? seal.value : undefined;
  const texts = parts.map(({ text }) => text);
  const draft = { item: messageItem(texts, phase), id: itemId('msg', seal?.item) };
  return texts.length === 1 ? draft : { ...draft, apart: texts.map((text) => messageItem([text], phase)) };
}

/** OAR-023: the model's text is `output_text`. OAR-024: its phase goes back to the provider that set it. */
function messageItem(texts: readonly string[], phase: string | undefined): JsonObject {
  const content = texts.map((text) => ({ type: 'output_text', text, annotations: [] }));
  return phase === undefined || phase === ''
    ? { type: 'message', role: 'assistant', content }
    : { type: 'message', role: 'assistant', content, phase };
}

/** OAR-010, OAR-015: only the encrypted content, never the text or the summary. */
function reasoningDraft({ seal }: ThinkingPart): Draft {
  const sealed = seal?.field === 'encrypted_content' && seal.value !== '';
  const encrypted = sealed ? { encrypted_content: seal.value } : {};
  const id = sealed ? itemId('rs', seal.item) : undefined;
  const isVoid = !sealed || (seal.item !== undefined && id === undefined);
  return { item: { type: 'reasoning', summary: [], ...encrypted }, id, isVoid };
}

/** OAR-019: arguments are text. */
function callDraft({ id, name, args, input, seal }: CallPart): Draft {
  if (input !== undefined) {
    return { item: { type: 'custom_tool_call', call_id: id, name, input }, id: itemId('ctc', seal?.item) };
  }
  const item = { type: 'function_call', call_id: id, name, arguments: JSON.stringify(args) };
  return { item, id: itemId('fc', seal?.item) };
}

/** A picture that the provider made is sent back as the call of its image tool. The API takes no other media of the model. */
function mediaDraft({ block, seal }: MediaPart): Draft {
  const known = asObject(parseJson(seal?.value ?? ''));
  if (known === undefined) return { item: messageItem([mediaPlaceholder(block)], undefined), id: undefined };
  const { id, ...item } = known;
  return { item: { ...item, result: block.data }, id: typeof id === 'string' && id !== '' ? id : undefined };
}

/** The original item; like the others, with its id only after its reasoning. */
function providerToolDraft({ name, args, result }: ProviderToolPart): Draft {
  const known = asObject(parseJson(result.value));
  if (known === undefined || known['type'] !== result.field) {
    const text = providerToolText(name, JSON.stringify(args), result.value);
    return { item: messageItem([text], undefined), id: undefined };
  }
  const { id, ...item } = known;
  return { item, id: typeof id === 'string' && id !== '' ? id : undefined };
}

/** The first letters of a provider's item ids name the type, and are checked (OAR-005, OAR-029). */
type ItemPrefix = 'rs' | 'msg' | 'fc' | 'ctc';

const shapes: Readonly<Record<ItemPrefix, RegExp>> = {
  rs: /^rs_[A-Za-z0-9_-]{1,61}$/,
  msg: /^msg_[A-Za-z0-9_-]{1,60}$/,
  fc: /^fc_[A-Za-z0-9_-]{1,61}$/,
  ctc: /^ctc_[A-Za-z0-9_-]{1,60}$/,
};

/** The id, if the API accepts it for this type of item. Gateways also issue ids of other formats (OAR-028). */
function itemId(prefix: ItemPrefix, id: string | undefined): string | undefined {
  return id !== undefined && shapes[prefix].test(id) ? id : undefined;
}
