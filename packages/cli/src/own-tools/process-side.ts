/**
 * Runs a tool's file in its own process inside the sandbox: loads the file, reports what it exports, runs calls. No other package is
 * loaded, unless a tool returns something that cannot be sent.
 */
import process from 'node:process';
import { BoundedTexts } from './bounded-texts.ts';
import type { Field, FromProcess, FromThread, LoadFault, ToThread } from './thread-messages.ts';

type Tool = Readonly<Record<string, unknown>>;
type Run = Extract<ToThread, { type: 'run' }>;
type Ask = Extract<ToThread, { type: 'ask' }>;

const maxText = 20_000;

/** The entry point of the process; the agent is at the other end of the channel. */
export async function serveTool(url: string): Promise<void> {
  const post = (message: FromProcess): void => void process.send?.(message, undefined, undefined, ignore);
  // The agent is gone.
  process.on('disconnect', () => process.exit());
  process.on('uncaughtException', (error: unknown) => {
    process.send?.({ type: 'crashed', fault: faultOf(error) }, undefined, undefined, () => process.exit(1));
  });
  catchPrinting(new BoundedTexts((text) => post({ type: 'printed', text })));
  const tool = await loadTool(url, post);
  if (tool === undefined) return;
  const stops = new Map<number, AbortController>();
  process.on('message', (message: ToThread) => {
    if (message.type === 'ping') post({ type: 'pong' });
    else if (message.type === 'ask') answer(tool, message, post);
    else if (message.type === 'stop') stops.get(message.id)?.abort(new DOMException(message.message, message.name));
    else void run(tool, message, stops, post);
  });
}

function ignore(): void {
  // The channel is closed.
}

/** Printed text would go to the screen, or into the answer. Node's own warnings about the file are not the tool's output. */
function catchPrinting(texts: BoundedTexts): void {
  process.removeAllListeners('warning');
  for (const stream of [process.stdout, process.stderr]) {
    Reflect.set(stream, 'write', (chunk: unknown, ...more: readonly unknown[]): boolean => {
      texts.add(typeof chunk === 'string' ? chunk : chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : '');
      const done = more.find((each) => typeof each === 'function');
      if (done !== undefined) process.nextTick(done as () => void);
      return true;
    });
  }
}

async function loadTool(url: string, post: (message: FromThread) => void): Promise<Tool | undefined> {
  try {
    const tool = await toolOf((await import(url)) as Readonly<Record<string, unknown>>);
    if (typeof tool === 'string') {
      post({ type: 'shapeless', problem: `${tool} Write export default { description, parameters, run }` });
      return undefined;
    }
    post({ type: 'loaded', fields: fieldsOf(tool) });
    return tool;
  } catch (error) {
    post({ type: 'broken', fault: faultOf(error) });
    return undefined;
  }
}

/** The tool, or a sentence that says why the export is not one. */
async function toolOf(module: Readonly<Record<string, unknown>>): Promise<Tool | string> {
  if (!('default' in module)) {
    const others = Object.keys(module).slice(0, 3).join(', ');
    return `It has no default export${others === '' ? '' : `, only ${others}`}.`;
  }
  const { default: exported } = module;
  // The agent builds the tool from the definition: here it is only passed on.
  const definition: unknown =
    typeof exported === 'function' ? await exported({ defineTool: returnUnchanged }) : exported;
  if (typeof definition === 'object' && definition !== null && !Array.isArray(definition)) return definition as Tool;
  const subject = typeof exported === 'function' ? 'The result of the exported function' : 'Its default export';
  return `${subject} is ${kindOf(definition)}, not an object.`;
}

function returnUnchanged(definition: unknown): unknown {
  return definition;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

/** These fields are read even if they are inherited, as those of a class are. */
const fieldNames: readonly string[] = [
  ...['name', 'description', 'parameters', 'kind', 'timeoutMs', 'maxOutput'],
  ...['access', 'subject', 'run'],
];

export function fieldsOf(tool: object): Readonly<Record<string, Field>> {
  const fields = [...new Set([...fieldNames, ...Object.keys(tool)])].flatMap((name) => {
    const value: unknown = Reflect.get(tool, name);
    return value === undefined ? [] : [[name, fieldOf(value)] as const];
  });
  return Object.fromEntries(fields);
}

function fieldOf(value: unknown): Field {
  if (typeof value === 'function') return { isFunction: true };
  try {
    const json: unknown = JSON.stringify(value);
    return typeof json === 'string' ? { isFunction: false, json } : { isFunction: false };
  } catch {
    return { isFunction: false };
  }
}

async function run(
  tool: Tool,
  { id, args, callId, workspace, environment }: Run,
  stops: Map<number, AbortController>,
  post: (message: FromThread) => void,
): Promise<void> {
  const stop = new AbortController();
  stops.set(id, stop);
  const texts = new BoundedTexts((text) => post({ type: 'progress', id, text }));
  const progress = (text: unknown): void => texts.add(typeof text === 'string' ? text : '');
  try {
    const output = await call(tool, 'run', args, { callId, signal: stop.signal, workspace, environment, progress });
    texts.flush();
    await postOutput(id, output, post);
  } catch (error) {
    texts.flush();
    post({ type: 'thrown', id, message: messageOf(error) });
  } finally {
    stops.delete(id);
  }
}

/** Functions, symbols and the like cannot be sent; their readable parts are sent as data. */
async function postOutput(id: number, output: unknown, post: (message: FromThread) => void): Promise<void> {
  try {
    post({ type: 'done', id, output });
  } catch {
    const { toJson } = await import('@interlock/transcript');
    // As plain JSON: the value itself would be refused again.
    post({ type: 'done', id, output: JSON.parse(JSON.stringify(toJson(output).value)) });
  }
}

function answer(tool: Tool, { id, question, args, workspace }: Ask, post: (message: FromProcess) => void): void {
  try {
    post({ type: 'answer', id, value: call(tool, question, args, workspace) });
  } catch (error) {
    post({ type: 'answer', id, problem: messageOf(error) });
  }
}

/** Calls a method with the tool as `this`, as its author expects. */
function call(tool: Tool, name: string, ...exported: readonly unknown[]): unknown {
  const method = tool[name];
  if (typeof method !== 'function') throw new TypeError(`${name} is no longer a function.`);
  return Reflect.apply(method, tool, exported);
}

export function faultOf(error: unknown): LoadFault {
  const [name, code, message, stack] = ['name', 'code', 'message', 'stack'].map((field) => textIn(error, field));
  return { name: name ?? '', code: code ?? '', message: message || textOf(error), stack: stack ?? '' };
}

/** A bug is reported with its position, for the author of the tool. Other errors keep their message. */
function messageOf(error: unknown): string {
  const { message, stack } = faultOf(error);
  const isMistake = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
  const position = isMistake ? /file:\/\/\S*\/([^/\s]+:\d+:\d+)/.exec(stack)?.[1] : undefined;
  return position === undefined ? message : `${message} (${position})`;
}

/** A field of an error; its getters may throw. */
function textIn(error: unknown, field: string): string {
  try {
    const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined;
    return typeof value === 'string' ? value.slice(0, maxText) : '';
  } catch {
    return '';
  }
}

function textOf(thrown: unknown): string {
  if (thrown === undefined || thrown === null || thrown instanceof Error) return '';
  try {
    const text: unknown = typeof thrown === 'object' ? JSON.stringify(thrown) : String(thrown);
    return typeof text === 'string' ? text.slice(0, maxText) : '';
  } catch {
    return '';
  }
}
