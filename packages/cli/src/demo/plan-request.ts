/** Plans how the scripted model answers a request: with calls, or only with text. */
import type { SeenTool } from '@interlock/simulators';

export interface PlannedCall {
  readonly call: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type Plan =
  | { readonly do: 'help' | 'explain' | 'remember' }
  | { readonly do: 'call'; readonly say: string; readonly calls: readonly PlannedCall[] };

export function planRequest(request: string, tools: readonly SeenTool[]): Plan {
  const text = request.trim();
  for (const { pattern, plan } of plans) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const result = plan((groups['what'] ?? '').trim());
    if (result.do !== 'call' || result.calls.every(({ call }) => tools.some(({ name }) => name === call)))
      return result;
  }
  return { do: 'remember' };
}

interface Row {
  /** Its group `what` is the rest of the message. */
  readonly pattern: RegExp;
  readonly plan: (what: string) => Plan;
}

const plans: readonly Row[] = [
  { pattern: /^(?<what>)(?:hi|hello|hey|help|\?|who are you|what can (?:you|i) do)\b/iu, plan: () => ({ do: 'help' }) },
  { pattern: /^(?<what>)\?+$/u, plan: () => ({ do: 'help' }) },
  {
    pattern: /^background\b(?<what>.*)/isu,
    plan: (what) =>
      one("I'll start it in the background.", 'run_command', { command: what || 'sleep 60', background: true }),
  },
  { pattern: /^(?<what>)plan\b/iu, plan: () => one('I have a plan.', 'propose_plan', { plan: samplePlan }) },
  {
    pattern: /^(?:use (?:the )?)?skill\b(?<what>.*)/isu,
    plan: (what) => one("I'll read the skill.", 'skill', { name: clean(what) }),
  },
  {
    pattern: /^(?:task|delegate)\b(?<what>.*)/isu,
    plan: (what) => one("I'll give that to a subagent.", 'task', delegated(clean(what))),
  },
  { pattern: /\b(?<what>)(?:look around|fan[ -]?out|overview)\b/iu, plan: () => lookAround },
  { pattern: /^(?<what>)(?:explain|why|tell me|how)\b/iu, plan: () => ({ do: 'explain' }) },
  {
    pattern: /^(?:list|ls|show files)\b(?<what>.*)/isu,
    plan: (what) => one("I'll list the files.", 'list_files', { pattern: '*', ...inFolder(clean(what)) }),
  },
  {
    pattern: /^(?:read|open|show|cat)\b(?<what>.*)/isu,
    plan: (what) => one("I'll read it.", 'read_file', { path: fileIn(clean(what)) || 'README.md', limit: 200 }),
  },
  {
    pattern: /^(?:search|find|grep)\b(?: for)?(?<what>.*)/isu,
    plan: (what) => one("I'll search for it.", 'search_files', { pattern: literal(clean(what) || 'TODO'), limit: 20 }),
  },
  {
    pattern: /^(?:run|\$)(?<what>.*)/isu,
    plan: (what) => one("I'll run it, if you allow it.", 'run_command', { command: what || 'ls' }),
  },
];

const samplePlan = `1. Read the test that fails, and what it is about.
2. Change **one line** of \`basket.mjs\`, so that the quantity counts.
3. Run the tests.`;

const lookAround: Plan = {
  do: 'call',
  say: "I'll look at five things at once.",
  calls: [
    { call: 'list_files', args: { pattern: '*' } },
    { call: 'list_files', args: { pattern: '*.{md,txt}' } },
    { call: 'list_files', args: { pattern: '**/*.{ts,js,py,go,rs,java,c,cpp}', limit: 200 } },
    { call: 'search_files', args: { pattern: 'TODO|FIXME', limit: 20 } },
    { call: 'search_files', args: { pattern: 'licen[cs]e', ignore_case: true, limit: 20 } },
  ],
};

/** `task reviewer: look around` names an agent. */
function delegated(what: string): PlannedCall['args'] {
  const { agent, prompt = what } = /^(?<agent>[\w-]+):\s*(?<prompt>.+)$/su.exec(what)?.groups ?? {};
  return { description: 'A part of it', prompt: prompt || 'look around', ...(agent === undefined ? {} : { agent }) };
}

function one(say: string, call: string, args: PlannedCall['args']): Plan {
  return { do: 'call', say, calls: [{ call, args }] };
}

/** The first word that looks like a file, because people write more than a path. */
function fileIn(words: string): string {
  return words.split(/\s+/u).find((word) => /[./]\w/u.test(word)) ?? words;
}

function inFolder(path: string): { readonly path?: string } {
  return path === '' ? {} : { path };
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
}

/** People write `read "a.ts".`, `list the files in src`, and put an @ before files. Commands are left unchanged. */
function clean(text: string): string {
  return text
    .trim()
    .replace(/["'`.,;:?!]+$/u, '')
    .replace(/^(?:(?:the|a|all|me|file|files|folder|in|of|for|from)(?:\s+|$))+/iu, '')
    .replace(/^[@"'`]+/u, '');
}
