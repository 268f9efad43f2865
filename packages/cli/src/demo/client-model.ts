/**
 * The scripted model behind the gateway of `--offline`. It knows nothing about the client's tools except which one runs commands. One prompt
 * leads to one round of calls at most: agents add notes of their own to the conversation, which must not look like further prompts.
 */
import type { Answer, Model, SeenTool, SeenTurn } from '@interlock/simulators';
import { clientHelpText, explanation } from './demo-texts.ts';
import { answeredCalls, describeResults } from './describe-results.ts';
import { memoryText } from './memory-text.ts';
import type { PlannedCall } from './plan-request.ts';

/** `name`: the provider family it plays. */
export function createClientModel(name: string): Model {
  return (seen) => {
    const open = seen.turns.slice(seen.turns.findLastIndex(isLastWord) + 1);
    const answered = answeredCalls(open);
    if (answered.length > 0) return said(describeResults(answered, again));
    const wanted = wantedIn(open);
    const calls = wanted === 'look' && seen.toolChoice !== 'none' ? planCommands(seen.tools) : [];
    if (calls.length > 0) {
      return { parts: [{ say: `I'll run ${calls.length} commands at once.` }, ...calls], stop: 'calls' };
    }
    const texts = {
      help: clientHelpText(name),
      look: noCommands,
      explain: explanation,
      remember: memoryText(seen, name),
    };
    return said(texts[wanted]);
  };
}

const again = 'Next: the same conversation with another model, and then `what do you remember?`';

const noCommands = 'None of your tools takes a command, so there is nothing I can call.';

function said(text: string): Answer {
  return { parts: [{ say: text }], stop: 'end' };
}

function isLastWord({ role, text, calls }: SeenTurn): boolean {
  return role === 'model' && calls.length === 0 && text.trim() !== '';
}

type Wanted = 'help' | 'look' | 'explain' | 'remember';

const prompts: readonly { readonly pattern: RegExp; readonly wanted: Wanted }[] = [
  { pattern: /^look around\b/iu, wanted: 'look' },
  { pattern: /^(?:explain|why)\b.{0,40}$/iu, wanted: 'explain' },
  { pattern: /^(?:hi|hello|hey|help|who are you|\?)[.!?]*$/iu, wanted: 'help' },
];

/** By a line of its own, because agents put notes around what the user types. opencode puts quotes around it, too. */
function wantedIn(turns: readonly SeenTurn[]): Wanted {
  const said = turns.flatMap(({ role, text }) => (role === 'user' ? text.split('\n') : []));
  const lines = said.map((line) => line.trim().replace(/^"(.*)"$/u, '$1'));
  return prompts.find(({ pattern }) => lines.some((line) => pattern.test(line)))?.wanted ?? 'remember';
}

/** They change nothing. */
const commands: readonly string[] = ['ls', 'pwd', 'date'];

function planCommands(tools: readonly SeenTool[]): readonly PlannedCall[] {
  for (const tool of tools) {
    const calls = commands.map((command) => ({ call: tool.name, args: argumentsFor(tool, command) }));
    if (calls.every((call): call is PlannedCall => call.args !== undefined)) return calls;
  }
  return [];
}

/** Codex has models that write code, from which its other tools are called, as the text of one free-form tool. */
function argumentsFor({ name, description, schema }: SeenTool, command: string): PlannedCall['args'] | undefined {
  const isCode = name === 'exec' && description.includes('exec_command');
  if (isCode) return { input: `text((await tools.exec_command({ cmd: ${JSON.stringify(command)} })).output);` };
  return commandArguments(schema, command);
}

/** Undefined: the tool does not run commands, or requires something unknown. */
function commandArguments(schema: SeenTool['schema'], command: string): PlannedCall['args'] | undefined {
  const fields = new Map(Object.entries(Object(schema['properties'] ?? {})));
  const field = ['command', 'cmd'].find((name) => fields.has(name));
  if (field === undefined) return undefined;
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const values = [field, ...required.filter((name) => name !== field)].map(
    (name) => [name, valueFor(Object(fields.get(name)), name === field ? command : `Run ${command}`)] as const,
  );
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values);
}

/** Gemini has the types in capitals. */
function valueFor({ type: named, enum: choices }: Readonly<Record<string, unknown>>, text: string): unknown {
  if (Array.isArray(choices)) return choices[0];
  const type = String(named).toLowerCase();
  if (type === 'boolean') return false;
  if (type === 'number' || type === 'integer') return 10_000;
  if (type === 'array') return [text];
  return type === 'string' ? text : undefined;
}
