/**
 * Checks every promise of a rendered transcript again, from the finished steps alone. It shares no code with the passes: a bug
 * there must not be hidden here.
 */
import type { AiBlock, Completion, Interaction, SpokenBlock, Step } from './step.ts';
import type { RenderedTranscript } from './transcript.ts';

export interface Fault {
  readonly rule: string;
  readonly step: number;
  readonly callId?: string;
}

export function verify(transcript: RenderedTranscript): readonly Fault[] {
  const verifier = new Verifier();
  for (let index = 0; index < transcript.length; index += 1) {
    const step = transcript.at(index);
    if (step === undefined) return [...verifier.faults, { rule: 'a step is missing', step: index }];
    verifier.add(step, index);
  }
  return verifier.faults;
}

const canonicalId: RegExp = /^hist_tool_[A-Za-z0-9_-]{1,36}$/;
const reasons: ReadonlySet<string> = new Set(['cancelled', 'interrupted', 'timeout', 'denied', 'lost']);
const deepest = 1000;

/** Step by step, so that a growing transcript is only checked where it grew. */
export class Verifier {
  readonly faults: Fault[] = [];
  readonly #ids = new Set<string>();
  #step = 0;
  #callId: string | undefined;

  add(step: Step, index: number): void {
    this.#step = index;
    this.#callId = undefined;
    const { kind, blocks, metadata } = step;
    this.#expect(kind === 'human' || kind === 'ai' || kind === 'system', 'a step is human, ai or system');
    this.#expect(isText(metadata?.turnId) && metadata.turnId !== '', 'a step names its turn');
    if (!Array.isArray(blocks) || blocks.length === 0) {
      this.#expect(false, 'a step has blocks');
      return;
    }
    for (const block of blocks) this.#block(block, kind);
  }

  /** Forgets a step that is about to be replaced. */
  remove(step: Step): void {
    for (const block of step.blocks) if (block.type === 'interaction') this.#ids.delete(block.call.id);
  }

  #block(block: AiBlock, kind: Step['kind']): void {
    this.#callId = undefined;
    if (block.type === 'interaction') {
      this.#expect(kind === 'ai', 'only the model calls tools');
      this.#interaction(block);
    } else if (block.type === 'thinking') {
      this.#expect(kind === 'ai', 'only the model thinks');
      this.#expect(isText(block.thought), 'a thought is well-formed text');
      this.#expect(block.thought !== '' || block.seal !== undefined, 'a thought says something or is sealed');
    } else {
      this.#spoken(block);
    }
  }

  #spoken(block: SpokenBlock): void {
    switch (block.type) {
      case 'text':
        this.#expect(isText(block.text), 'text is well-formed');
        this.#expect(block.text !== '' || block.seal !== undefined, 'text is not empty');
        return;
      case 'code':
        this.#expect(isText(block.code), 'code is well-formed text');
        return;
      case 'media':
        this.#expect(isText(block.data) && isText(block.mimeType), 'media has data and a type');
        return;
      default:
        this.#expect(false, 'a block has a known type');
    }
  }

  #interaction({ call, completion }: Interaction): void {
    const { id, name, parameters } = call;
    this.#callId = id;
    this.#expect(isText(id) && canonicalId.test(id), 'a call id is canonical');
    const known = this.#ids.size;
    this.#ids.add(id);
    this.#expect(this.#ids.size > known, 'a call id is unique');
    this.#expect(isText(name) && name !== '', 'a call has a name');
    const isObject = typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters);
    this.#expect(isObject && isJson(parameters, 0), 'arguments are a JSON object');
    this.#completion(completion);
  }

  #completion(completion: Completion | undefined): void {
    if (completion?.kind === 'real') {
      this.#expect(isJson(completion.result, 0), 'a result is JSON');
      const { error } = completion;
      this.#expect(error === undefined || (isText(error) && error !== ''), 'an error is text');
    } else if (completion?.kind === 'synthetic') {
      this.#expect(reasons.has(completion.reason), 'a synthetic completion has a known reason');
      this.#expect(isText(completion.text) && completion.text.trim() !== '', 'a synthetic completion says why');
    } else {
      this.#expect(false, 'a call has one completion');
      return;
    }
    for (const block of completion.attachments) this.#spoken(block);
  }

  #expect(holds: boolean, rule: string): void {
    if (holds) return;
    this.faults.push({ rule, step: this.#step, ...(this.#callId === undefined ? {} : { callId: this.#callId }) });
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

/** Only what JSON carries unchanged. A cycle exceeds the depth limit. */
function isJson(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > deepest) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isJson(item, depth + 1)) return false;
    return true;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key in fields) if (!key.isWellFormed() || !isJson(fields[key], depth + 1)) return false;
  return typeof fields['toJSON'] !== 'function';
}
