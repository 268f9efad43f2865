/**
 * How a protocol writes clean messages of one form, learned from its own encoder: it encodes one message with placeholders for
 * the values, and the JSON around them is the same for every other message of that form. So there is one encoder, and the
 * thousandth message allocates no objects.
 */
import type { ClientProtocol } from '../../protocols/protocol.ts';
import type { CallPart, Message, ModelPart, ResultPart } from '../../shape/message.ts';
import type { Traits } from '../../traits/traits.ts';

/** The JSON of a message with a comma before it: `around[0]`, a value, `around[1]`, a value, … */
export interface MessageForm {
  readonly around: readonly string[];
  /** Which value is in each gap. */
  readonly gaps: readonly number[];
  /** Whether arguments are written as JSON text instead of an object. */
  readonly argumentsAsText: boolean;
}

/** The values of a form by number: the text, if there is one, then those of each call or each result. */
export const valuesOfCall = 3;
export const valuesOfResult = 3;

/** The forms of clean messages for one target, learned as they are needed. */
export class MessageForms {
  readonly message: MessageForm;
  readonly answer: MessageForm;
  /** Free-form calls have a form of their own there. */
  readonly hasFreeForm: boolean;
  readonly #protocol: ClientProtocol;
  readonly #traits: Traits;
  readonly #prefix: string;
  readonly #calls: MessageForm[] = [];
  readonly #callsAfterText: MessageForm[] = [];
  readonly #results: MessageForm[] = [];
  readonly #names = new Map<string, string>();

  /** `prefix`: the target's replacement for the prefix of canonical ids. */
  constructor(protocol: ClientProtocol, traits: Traits, prefix: string) {
    this.#protocol = protocol;
    this.#traits = traits;
    this.#prefix = prefix;
    this.hasFreeForm = traits.customTools;
    const parts = [{ type: 'text', text: mark(0) }] as const;
    this.message = this.#learn({ role: 'user', results: [], parts }, [0]);
    this.answer = this.#learn({ role: 'model', parts }, [0]);
  }

  /** A model's message with calls: id, name and arguments of each. */
  calls(hasText: boolean, count: number): MessageForm {
    const known = hasText ? this.#callsAfterText : this.#calls;
    known[count] ??= this.#learnCalls(hasText ? [{ type: 'text', text: mark(0) }] : [], count);
    return known[count];
  }

  /** The results of this many calls: id, name and text of each. Not every target gets the name. */
  results(count: number): MessageForm {
    this.#results[count] ??= this.#learnResults(count);
    return this.#results[count];
  }

  nameOf(toolName: string): string {
    let name = this.#names.get(toolName);
    if (name === undefined) {
      name = JSON.stringify(toolName);
      this.#names.set(toolName, name);
    }
    return name;
  }

  #learnCalls(text: readonly ModelPart[], count: number): MessageForm {
    const first = text.length;
    const calls = Array.from({ length: count }, (_, at) => callOf(first + at * valuesOfCall, this.#prefix));
    const wanted = Array.from({ length: first + count * valuesOfCall }, (_, value) => value);
    return this.#learn({ role: 'model', parts: [...text, ...calls] }, wanted);
  }

  #learnResults(count: number): MessageForm {
    const results = Array.from({ length: count }, (_, at) => resultOf(at * valuesOfResult, this.#prefix));
    const wanted = results.flatMap((_, at) => [at * valuesOfResult, at * valuesOfResult + 2]);
    return this.#learn({ role: 'user', results, parts: [] }, wanted);
  }

  #learn(message: Message, wanted: readonly number[]): MessageForm {
    return learn(JSON.stringify(this.#protocol.encodeMessage(message, this.#traits)), wanted);
  }
}

function callOf(value: number, prefix: string): CallPart {
  const [id, name, args] = [idMark(value, prefix), mark(value + 1), mark(value + 2)];
  return { type: 'call', canonicalId: id, id, name, args: { [args]: 0 } };
}

function resultOf(value: number, prefix: string): ResultPart {
  const [id, name, text] = [idMark(value, prefix), mark(value + 1), mark(value + 2)];
  return { type: 'result', canonicalId: id, id, name, value: text, text, isError: false, media: [] };
}

function mark(value: number): string {
  return `<interlock value ${value}>`;
}

/** Only the part of an id after the prefix differs between calls, and it needs no escapes. */
function idMark(value: number, prefix: string): string {
  return `${prefix}<interlock suffix ${value}>`;
}

/** A placeholder as a text, as an object, as an object written as text, and in an id. */
const marks: RegExp =
  /"<interlock value (\d+)>"|\{"<interlock value (\d+)>":0\}|"\{\\"<interlock value (\d+)>\\":0\}"|<interlock suffix (\d+)>/;

/** Throws if the encoder does anything with a value except write it once, unchanged: then there are no forms. */
function learn(json: string, wanted: readonly number[]): MessageForm {
  const around: string[] = [];
  const gaps: number[] = [];
  let argumentsAsText = false;
  let rest = `,${json.slice(1, -1)}`;
  for (let found = marks.exec(rest); found !== null; found = marks.exec(rest)) {
    const [whole, text, object, written, suffix] = found;
    around.push(rest.slice(0, found.index));
    gaps.push(Number(text ?? object ?? written ?? suffix));
    if (written !== undefined) argumentsAsText = true;
    rest = rest.slice(found.index + whole.length);
  }
  around.push(rest);
  const isWhole = wanted.every((value) => gaps.includes(value)) && new Set(gaps).size === gaps.length;
  if (!isWhole || around.some((part) => part.includes('<interlock'))) throw new NoForm();
  return { around, gaps, argumentsAsText };
}

/** The encoder writes messages of a form in more than one way. */
export class NoForm extends Error {}
