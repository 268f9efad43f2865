/**
 * The second reading of the order of repair: what must be true of a rendering, found from the raw history alone and in the
 * simplest way, however slow. It only speaks where the history leaves no doubt, and shares no code with the passes.
 */
import type {
  Block,
  Completion,
  Content,
  Interaction,
  RealCompletion,
  RenderedTranscript,
  ToolCallBlock,
  ToolResponseBlock,
} from '../../src/index.ts';
import { countMarks, marksIn } from './marks.ts';

export interface SeenCall {
  readonly content: number;
  readonly id: string;
  readonly name: string;
  readonly marks: readonly string[];
  /** Whether it only repeats a call beside its answer. `maybe` where there is no mark to compare. */
  readonly copy: 'no' | 'maybe' | 'yes';
}

/** A complete success, a complete error, a part of either, a synthetic completion of ours, nothing to tell. */
export type Worth = 4 | 3 | 2 | 1 | 0;

export interface SeenAnswer {
  readonly content: number;
  readonly id: string;
  readonly name: string;
  readonly worth: Worth;
  readonly block: ToolResponseBlock;
  readonly marks: readonly string[];
}

export interface Seen {
  readonly calls: readonly SeenCall[];
  readonly answers: readonly SeenAnswer[];
  /** Calls and answers as they come. */
  readonly events: readonly (SeenCall | SeenAnswer)[];
  readonly said: readonly string[];
  /** Thoughts in the model's own messages. */
  readonly thoughts: readonly string[];
}

const word = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const readCall = (content: number, block: ToolCallBlock, history: readonly Content[]): SeenCall => ({
  content,
  id: word(block.id),
  name: word(block.name),
  marks: marksIn(block.parameters),
  copy: copyOf(content, block, history),
});

function copyOf(content: number, block: ToolCallBlock, history: readonly Content[]): SeenCall['copy'] {
  const own = history[content];
  const id = word(block.id);
  const answers = (one: Block): boolean => one.type === 'tool_response' && word(one.callId) === id;
  if (own?.speaker !== 'tool' || !own.blocks.some(answers)) return 'no';
  const before = history.slice(0, content).flatMap(({ blocks }) => blocks ?? []);
  const alike = before.filter(
    (one) => one.type === 'tool_call' && word(one.id) === id && word(one.name) === word(block.name),
  );
  if (alike.length === 0) return 'no';
  const marks = marksIn(block.parameters).join();
  const repeats = alike.some((one) => one.type === 'tool_call' && marksIn(one.parameters).join() === marks);
  if (!repeats) return 'no';
  return marks === '' ? 'maybe' : 'yes';
}

const readAnswer = (content: number, block: ToolResponseBlock): SeenAnswer => ({
  content,
  id: word(block.callId),
  name: word(block.toolName),
  worth: worthOf(block),
  block,
  marks: [...marksIn(block.result), ...marksIn(block.error)],
});

export function worthOf({ synthetic, result, error, isComplete }: ToolResponseBlock): Worth {
  if (synthetic !== undefined) return 1;
  const failed = word(error) !== '';
  if (!failed && isComplete !== true && (result === null || result === undefined)) return 0;
  if (isComplete === false) return 2;
  return failed ? 3 : 4;
}

export const isAnswer = (event: SeenCall | SeenAnswer): event is SeenAnswer => 'worth' in event;

function marksOf(blocks: readonly { readonly speaker: string; readonly block: Block }[], types: readonly string[]) {
  return blocks.filter(({ block }) => types.includes(block.type)).flatMap(({ block }) => marksIn(block));
}

export function look(history: readonly Content[]): Seen {
  const blocks = history.flatMap(({ speaker, blocks: own }, content) =>
    (own ?? []).map((block) => ({ content, speaker, block })),
  );
  const events = blocks.flatMap(({ content, block }): readonly (SeenCall | SeenAnswer)[] => {
    if (block.type === 'tool_call') return [readCall(content, block, history)].filter(({ copy }) => copy !== 'yes');
    return block.type === 'tool_response' ? [readAnswer(content, block)] : [];
  });
  return {
    events,
    calls: events.filter((event): event is SeenCall => !isAnswer(event)),
    answers: events.filter(isAnswer),
    said: marksOf(blocks, ['text', 'media', 'code']),
    thoughts: marksOf(
      blocks.filter(({ speaker }) => speaker === 'ai'),
      ['thinking'],
    ),
  };
}

const isRealAnswer = ({ worth }: SeenAnswer): boolean => worth >= 2;

const contradicts = (a: string, b: string): boolean => a !== '' && b !== '' && a !== b;

/** The answers of a call whose id no one else uses and whose name no one disputes; undefined where there is doubt. */
export function answersOf(call: SeenCall, { calls, answers }: Seen): readonly SeenAnswer[] | undefined {
  if (call.id === '' || calls.filter(({ id }) => id === call.id).length > 1) return undefined;
  const own = answers.filter(({ id }) => id === call.id);
  return own.some(({ name }) => contradicts(name, call.name)) ? undefined : own;
}

/**
 * Whether everyone reads the order of repair the same way about these answers: none is before the call while there is another
 * one, and none before it where a call without an id could take it. The rest is in disputed.test.ts.
 */
export function isUndisputed(call: SeenCall, answers: readonly SeenAnswer[], { calls, events }: Seen): boolean {
  const at = events.indexOf(call);
  const early = answers.filter((answer) => events.indexOf(answer) < at);
  if (early.length === 0) return true;
  return answers.length === 1 && !calls.some((other) => other.id === '' && events.indexOf(other) < at);
}

/** The strongest, among equals the first, but the later of two parts. */
export function bestOf(answers: readonly SeenAnswer[]): SeenAnswer | undefined {
  const strongest = Math.max(0, ...answers.map(({ worth }) => worth));
  const equals = answers.filter(({ worth }) => worth === strongest && worth > 0);
  return strongest === 2 ? equals.at(-1) : equals[0];
}

const hasOutput = ({ block }: SeenAnswer): boolean => block.result !== null && block.result !== undefined;

/** A part that was there before an error without output: it is told with the error. */
export function partBefore(best: SeenAnswer, answers: readonly SeenAnswer[]): SeenAnswer | undefined {
  if (best.worth !== 3 || hasOutput(best) || answers.some((one) => one.worth === 3 && one !== best)) return undefined;
  const earlier = answers.slice(0, answers.indexOf(best));
  return earlier.findLast((one) => one.worth === 2 && hasOutput(one));
}

/** Real answers that no call can claim: with an id that no call has, while no call lacks one. */
export function strangers(seen: Seen): readonly SeenAnswer[] {
  const { calls, answers } = seen;
  if (calls.some(({ id }) => id === '')) return [];
  const unknown = answers.filter(({ id, worth }) => id !== '' && worth >= 2 && !calls.some((call) => call.id === id));
  return unknown.filter((answer) => !calls.some((call) => mayBeLone(call, answer, seen)));
}

/** A call alone in its message, and an answer with an unknown id right behind it, with no other between: they may belong together. */
function mayBeLone(call: SeenCall, answer: SeenAnswer, { calls, answers, events }: Seen): boolean {
  const siblings = calls.filter(({ content }) => content === call.content);
  const between = events.slice(events.indexOf(call) + 1, events.indexOf(answer));
  const places = new Set([call, ...between, answer].map(({ content }) => content));
  const isNext = answer.content > call.content && places.size === answer.content - call.content + 1;
  const isKnown = calls.some(({ id }) => id === answer.id);
  const isOnly = between.every((one) => isAnswer(one) && one.id === answer.id);
  return siblings.length === 1 && isNext && !isKnown && isOnly && answers.includes(answer);
}

/** An answer with an unknown id may belong to it. */
export const isLone = (call: SeenCall, seen: Seen): boolean =>
  seen.answers.some((answer) => mayBeLone(call, answer, seen));

/** The best of the orphans with one id. Whether the others are its duplicates is another question (see disputed). */
function bestStrangers(seen: Seen): readonly SeenAnswer[] {
  const groups = Map.groupBy(strangers(seen), ({ id }) => id);
  return [...groups.values()].flatMap((group) => bestOf(group) ?? []);
}

/** Whether an id is used again and again in good order: each call answered before the next one. */
function alternates(events: readonly (SeenCall | SeenAnswer)[]): boolean {
  return events.every((event, at) => isAnswer(event) === (at % 2 === 1));
}

/** Pairs of repeated ids that leave no doubt. */
function repeatedPairs({ calls, events }: Seen): readonly { readonly call: SeenCall; readonly answer: SeenAnswer }[] {
  const ids = new Set(calls.map(({ id }) => id).filter((id) => id !== ''));
  return [...ids].flatMap((id) => {
    const own = events.filter((event) => event.id === id);
    if (!alternates(own)) return [];
    return own.flatMap((call, at) => {
      const answer = own[at + 1];
      if (isAnswer(call) || answer === undefined || !isAnswer(answer)) return [];
      return contradicts(call.name, answer.name) ? [] : [{ call, answer }];
    });
  });
}

/** Answers of a batch in which one id was used for several calls, and answered as often: each belongs to one of them. */
function batchAnswers({ calls, events }: Seen): readonly SeenAnswer[] {
  const ids = new Set(calls.map(({ id }) => id).filter((id) => id !== ''));
  return [...ids].flatMap((id) => {
    const own = events.filter((event) => event.id === id);
    const asked = own.filter((event) => !isAnswer(event));
    const answered = own.filter(isAnswer);
    const inOrder = own.slice(0, asked.length).every((event) => !isAnswer(event));
    const oneBatch = new Set(asked.map(({ content }) => content)).size === 1;
    const agreed = new Set([...asked, ...answered].map(({ name }) => name)).size === 1;
    const whole = answered.every(({ worth }) => worth >= 3);
    return inOrder && oneBatch && agreed && whole && asked.length === answered.length ? answered : [];
  });
}

const marksOfAll = (list: readonly (SeenCall | SeenAnswer)[]): readonly string[] => list.flatMap(({ marks }) => marks);

export type Orphans = 'drop' | 'note' | 'restore';

export function expectNone(found: readonly string[]): void {
  if (found.length > 0) throw new Error(found.join('; '));
}

/** Everything about a rendering under reasoning `all`, without a target, that is not as it must be; in sentences. */
export function complaints(
  history: readonly Content[],
  transcript: RenderedTranscript,
  orphans: Orphans,
): readonly string[] {
  const seen = look(history);
  const counts = countMarks(transcript);
  const count = (mark: string): number => counts.get(mark) ?? 0;
  const times = (wanted: number, what: string, marks: readonly string[]): readonly string[] =>
    marks
      .filter((mark) => count(mark) !== wanted)
      .map((mark) => `${what} ${mark} is there ${count(mark)} times, not ${wanted}`);
  return [
    ...times(1, 'text', seen.said),
    ...times(1, 'thought', seen.thoughts),
    ...times(1, 'argument', marksOfAll(seen.calls)),
    ...(orphans === 'drop' ? times(0, 'orphan', marksOfAll(strangers(seen))) : []),
    ...(orphans === 'drop' ? [] : times(1, 'orphan', marksOfAll(bestStrangers(seen)))),
    ...times(1, 'answer of a batch', marksOfAll(batchAnswers(seen))),
    ...[...counts].filter(([, found]) => found > 1).map(([mark, found]) => `${mark} is there ${found} times`),
    ...callComplaints(seen, transcript.interactions(), orphans),
  ];
}

function callComplaints(seen: Seen, interactions: readonly Interaction[], orphans: Orphans): readonly string[] {
  const doubtful = seen.calls.filter(({ copy }) => copy === 'maybe').length;
  const order = interactions.flatMap(({ call }) => marksIn(call.parameters));
  const asked = seen.calls.flatMap(({ marks }) => marks);
  const found: string[] = [];
  if (doubtful === 0 && order.join() !== asked.join()) found.push(`calls are not in order: ${order.join()}`);
  const expected = seen.calls.length;
  const given = interactions.length;
  if (given < expected - doubtful || (orphans !== 'restore' && given > expected))
    found.push(`${given} interactions, ${expected} calls`);
  for (const [at, call] of seen.calls.entries()) {
    const [first] = call.marks;
    const isThis = (one: Interaction): boolean => first !== undefined && marksIn(one.call.parameters).includes(first);
    // A call without a mark is found by its number, unless restored calls are between or a copy may be missing.
    const isCounted = first === undefined && orphans !== 'restore' && doubtful === 0;
    const interaction = isCounted ? interactions[at] : interactions.find(isThis);
    if (interaction !== undefined) found.push(...completionComplaints(call, at, seen, interaction));
  }
  return found;
}

function completionComplaints(call: SeenCall, at: number, seen: Seen, { completion }: Interaction): readonly string[] {
  const pair = repeatedPairs(seen).find((one) => one.call === call);
  const answers = answersOf(call, seen) ?? (pair === undefined ? undefined : [pair.answer]);
  if (answers === undefined) return [];
  const title = `call ${at} (${call.id})`;
  if (completion.kind === 'synthetic' && answers.some(isRealAnswer) && isUndisputed(call, answers, seen)) {
    return [`${title} has a real answer and is closed as ${completion.reason}`];
  }
  if (!isUndisputed(call, answers, seen)) return [];
  const best = bestOf(answers);
  if (best === undefined || !isRealAnswer(best)) return closureComplaints(title, call, best, seen, completion);
  if (completion.kind !== 'real') return [];
  const part = partBefore(best, answers);
  const lost = part?.marks.filter((mark) => !marksIn(completion).includes(mark) && mark.startsWith('[[result')) ?? [];
  return [
    ...payloadComplaints(title, best, completion),
    ...lost.map((mark) => `${title} lacks what it wrote before it failed: ${mark}`),
  ];
}

export function payloadComplaints(title: string, { marks, block }: SeenAnswer, completion: RealCompletion) {
  const present = marksIn(completion);
  const missing = marks.filter((mark) => !present.includes(mark)).map((mark) => `${title} lacks its answer ${mark}`);
  const { result } = block;
  const plain = typeof result !== 'object' && result !== undefined && marks.length === 0;
  const changed = plain && completion.result !== result ? [`${title} answers ${completion.result}, not ${result}`] : [];
  return [...missing, ...changed];
}

/** Nothing real is known of the call by its id. */
function closureComplaints(
  title: string,
  call: SeenCall,
  closure: SeenAnswer | undefined,
  seen: Seen,
  completion: Completion,
): readonly string[] {
  const { answers, events } = seen;
  if (answers.some(({ id }) => id === '')) return []; // one of those may be its answer, by position
  if (isLone(call, seen)) return [];
  if (completion.kind === 'real') return [`${title} has no real answer and got one`];
  // A closure from before the call, or from after the model went on, may be passed over: the model never read it.
  const inTime = closure?.content === call.content + 1 || closure === undefined;
  if (!inTime || (closure !== undefined && events.indexOf(closure) < events.indexOf(call))) return [];
  const reason = closure?.block.synthetic ?? 'lost';
  return completion.reason === reason ? [] : [`${title} is closed as ${completion.reason}, not ${reason}`];
}
