/**
 * The arguments of one call while they arrive: text in chunks, or objects. Emitted deltas must be a prefix of the final text, so
 * anything that may still change is held back: an empty object, which some servers send before the real arguments, objects, to
 * which later chunks may add fields, and an object that is written as a string.
 */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { asObject, parseJson } from '../../../json/json.ts';

export class CallArguments {
  readonly #pieces: string[] = [];
  readonly #fields = new Map<string, JsonValue>();
  /** The text of an empty object, as long as nothing follows it. */
  #placeholder = '';
  /** What has arrived of a string that may contain the object. */
  #quoted = '';
  readonly #end = new ObjectEnd();
  /** The object that the chunks make, as JSON; computed once. */
  #whole: string | undefined;

  get isEmpty(): boolean {
    return this.#pieces.length === 0 && this.#fields.size === 0 && this.#placeholder === '' && this.#quoted === '';
  }

  /** Whether a complete object has arrived: another object would belong to another call. */
  get isComplete(): boolean {
    return this.isPlaceholder || this.#fields.size > 0 || this.#object() !== undefined;
  }

  get isPlaceholder(): boolean {
    return this.#placeholder !== '' && this.#pieces.length === 0;
  }

  /** Whether `text` is the same object again, as servers repeat it at the end. */
  isRepeatedBy(text: string): boolean {
    if (!startsObject(text)) return false;
    const whole = this.#fields.size > 0 ? this.#fieldText() : this.#object();
    return whole !== undefined && whole === objectText(text);
  }

  /** Adds a chunk and returns the text that can be emitted now. */
  add(value: JsonValue | undefined): string {
    const object = asObject(value);
    if (object !== undefined) return this.#addObject(object);
    return typeof value === 'string'
      ? this.#addText(value)
      : typeof value === 'object'
        ? this.#addText(jsonText(value))
        : '';
  }

  /** Returns the text that was held back: nothing more follows. */
  settle(): string {
    const heldBack = this.#fields.size > 0 ? this.#fieldText() : this.#placeholder || unquoted(this.#quoted);
    this.#fields.clear();
    this.#placeholder = '';
    this.#quoted = '';
    return this.#push(heldBack);
  }

  get text(): string {
    return this.#pieces.join('');
  }

  #addObject(object: JsonObject): string {
    if (this.#pieces.length > 0) return '';
    if (Object.keys(object).length === 0 && this.isEmpty) this.#placeholder = '{}';
    for (const [name, value] of Object.entries(object)) this.#fields.set(name, grown(this.#fields.get(name), value));
    return '';
  }

  #addText(text: string): string {
    if (text === '' || this.isRepeatedBy(text)) return '';
    if (this.isEmpty && isEmptyObject(text)) {
      this.#placeholder = text.trim() === 'null' ? '{}' : text;
      return '';
    }
    if (this.#quoted !== '' || (this.isEmpty && text.trimStart().startsWith('"'))) {
      this.#quoted += text;
      return '';
    }
    if (this.isPlaceholder && startsObject(text)) this.#placeholder = '';
    return this.settle() + this.#push(text);
  }

  #push(text: string): string {
    if (text === '') return '';
    this.#pieces.push(text);
    this.#end.read(text);
    this.#whole = undefined;
    return text;
  }

  #object(): string | undefined {
    if (!this.#end.reached) return undefined;
    this.#whole ??= objectText(this.text);
    return this.#whole;
  }

  #fieldText(): string {
    return jsonText(Object.fromEntries(this.#fields));
  }
}

/** A field that comes in several objects: its text grows or is repeated from the start; anything else is replaced. */
function grown(before: JsonValue | undefined, value: JsonValue): JsonValue {
  if (typeof before !== 'string' || typeof value !== 'string') return value;
  return value.startsWith(before) ? value : before + value;
}

function startsObject(text: string): boolean {
  return text.trimStart().startsWith('{');
}

/** Groq's Llama writes `null` for no arguments. */
function isEmptyObject(text: string): boolean {
  return /^\s*(?:\{\s*\}|null)\s*$/.test(text);
}

function unquoted(text: string): string {
  const inner = parseJson(text);
  return typeof inner === 'string' && asObject(parseJson(inner)) !== undefined ? inner : text;
}

function objectText(text: string): string | undefined {
  const value = asObject(parseJson(text));
  return value === undefined ? undefined : jsonText(value);
}

/** Finds the closing brace of an object in linear time, however the text is cut. */
class ObjectEnd {
  #depth = 0;
  #begun = false;
  #inString = false;
  #escaped = false;
  #broken = false;

  /** The object has ended, and only whitespace came after it. */
  get reached(): boolean {
    return this.#begun && this.#depth === 0 && !this.#broken;
  }

  read(text: string): void {
    for (const sign of text) this.#step(sign);
  }

  #step(sign: string): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (sign === '\\') this.#escaped = true;
      else if (sign === '"') this.#inString = false;
      return;
    }
    if (this.reached && sign.trim() !== '') this.#broken = true;
    if (sign === '"') this.#inString = true;
    else if (sign === '{' || sign === '[') {
      this.#begun = true;
      this.#depth += 1;
    } else if (sign === '}' || sign === ']') this.#depth -= 1;
  }
}
