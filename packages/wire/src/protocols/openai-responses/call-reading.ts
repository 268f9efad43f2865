/**
 * Reads a call that the client must run. The arguments of a function are streamed. Other types of calls (a custom tool with its input, a
 * computer with its action) become an object of arguments when they are complete. A client of the same API gets the item of a tool that only
 * this API has as it is: it would not know a function of that name.
 */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { asText } from '../../json/json.ts';
import type { ReplyEvent } from '../../reply/events.ts';
import { fieldsBeside } from '../../reply/own-fields.ts';
import { freeFormArguments } from '../../tools/free-form.ts';
import { type ItemReading, OwnId, ownFields, type ReplyProgress, restOf } from './item-reading.ts';

export class CallReading implements ItemReading {
  readonly #progress: ReplyProgress;
  readonly #begun: JsonObject;
  readonly #index: number;
  readonly #id: OwnId;
  #arguments = '';

  constructor(begun: JsonObject, progress: ReplyProgress) {
    this.#begun = begun;
    this.#progress = progress;
    this.#id = new OwnId(begun, progress);
    this.#index = progress.blocks;
    progress.blocks += 1;
  }

  /** The fields of the item when it started. */
  begin(): readonly ReplyEvent[] {
    const start: ReplyEvent = {
      type: 'call-start',
      index: this.#index,
      rawId: asText(this.#begun['call_id']),
      name: nameOf(this.#begun),
    };
    return [
      ...this.#id.of(this.#index),
      ...this.#ofOwnTool({}),
      start,
      ...this.#add(isFunction(this.#begun) ? asText(this.#begun['arguments']) : ''),
    ];
  }

  chunk(type: string, event: JsonObject): readonly ReplyEvent[] {
    if (!isFunction(this.#begun)) return [];
    if (type === 'response.function_call_arguments.delta') return this.#add(asText(event['delta']));
    if (type !== 'response.function_call_arguments.done') return [];
    return this.#add(restOf(asText(event['arguments']), this.#arguments));
  }

  /** A truncated call has no end: it must not be run. */
  finish(item: JsonObject | undefined, complete: boolean): readonly ReplyEvent[] {
    const last = item ?? this.#begun;
    const whole = argumentsOf(last);
    const events = this.#add(restOf(whole, this.#arguments));
    if (!complete || last['status'] === 'incomplete') return events;
    this.#progress.called = true;
    const id = asText(last['id']) || asText(this.#begun['id']);
    return [
      ...events,
      ...this.#ofOwnTool(last),
      ...this.#ofOurs(last),
      {
        type: 'call-end',
        index: this.#index,
        rawId: asText(last['call_id']) || asText(this.#begun['call_id']),
        name: nameOf(last) || nameOf(this.#begun),
        arguments: whole || this.#arguments,
        ...(isFreeForm(last) ? { freeForm: true } : {}),
        ...(id === '' || !isOurs(last) ? {} : { seal: { field: 'function_call', value: '', item: id } }),
      },
    ];
  }

  breakOff(): readonly ReplyEvent[] {
    return [];
  }

  /** The item of a tool that only this API has, for clients that know it; empty while it is not complete. */
  #ofOwnTool(item: JsonObject): readonly ReplyEvent[] {
    return this.#progress.ownFields && !isOurs(this.#begun) ? ownFields(this.#index, { item }) : [];
  }

  /** What only this API says about a call: the namespace that its tool was found in, the program that made it. */
  #ofOurs(item: JsonObject): readonly ReplyEvent[] {
    const call = this.#progress.ownFields && isOurs(this.#begun) ? fieldsBeside(item, readOfCall) : undefined;
    return call === undefined ? [] : ownFields(this.#index, { call });
  }

  #add(text: string): readonly ReplyEvent[] {
    if (text === '') return [];
    this.#arguments += text;
    return [{ type: 'call-delta', index: this.#index, text }];
  }
}

const readOfCall: ReadonlySet<string> = new Set(['type', 'id', 'call_id', 'name', 'arguments', 'input', 'status']);

/** A call of a tool that the request offered. */
export function isOurs(item: JsonObject): boolean {
  return isFunction(item) || isFreeForm(item);
}

export function isFreeForm({ type }: JsonObject): boolean {
  return type === 'custom_tool_call';
}

function isFunction({ type }: JsonObject): boolean {
  return type === undefined || type === 'function_call';
}

export function nameOf(item: JsonObject): string {
  const name = asText(item['name']);
  return name !== '' || isFunction(item) ? name : asText(item['type']).replace(/_call$/, '');
}

function asJsonText(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : jsonText(value);
}

/** The arguments as JSON text. Some servers send an object instead (OAR-019). */
export function argumentsOf(item: JsonObject): string {
  const args = item['arguments'] ?? null;
  if (isFreeForm(item)) return JSON.stringify(freeFormArguments(asJsonText(item['input'] ?? args)));
  if (args !== null) return asJsonText(args);
  if (isFunction(item)) return '';
  const { type: _, id: _id, call_id: _callId, status: _status, ...rest } = item;
  return jsonText(rest);
}
