/** The instructions and tools that count now. They are read before every turn; a change is reported, because it breaks caches. */
import type { Emit } from '../events/session-event.ts';
import type { History } from '../history/history.ts';
import type { Route } from '../route/route.ts';
import type { Todo } from '../store/session-record.ts';
import { createTaskTool } from '../subagent/task-tool.ts';
import type { AgentTool } from '../tool/tool.ts';
import { createProposePlan, type Planning } from '../tools/propose-plan.ts';
import { createReadJob } from '../tools/read-job.ts';
import { createSkillTool } from '../tools/skill.ts';
import { createStopJob } from '../tools/stop-job.ts';
import { createUpdateTodos } from '../tools/update-todos.ts';
import type { Setup } from '../turn/setup.ts';
import type { Jobs } from './jobs.ts';
import { SessionError } from './session-error.ts';
import type { SessionParts } from './session-parts.ts';

/** What tools of the session itself work on. */
export interface Owned {
  readonly jobs: Jobs;
  readonly planning: Planning;
}

export class CurrentSetup {
  readonly #parts: SessionParts;
  readonly #history: History;
  readonly #own: readonly AgentTool[];
  readonly #task: readonly AgentTool[];
  readonly #noted: readonly AgentTool[];
  readonly #jobs: readonly AgentTool[];
  readonly #skill: readonly AgentTool[];
  #hasCut = false;
  #setup: Setup = { system: '', instructions: [], tools: [] };
  #byName: ReadonlyMap<string, AgentTool> = new Map();

  /** `route`: where a subagent sends its requests. */
  constructor(parts: SessionParts, history: History, owned: Owned, route: () => Route, emit: Emit) {
    const { tools, subagents } = parts;
    this.#parts = parts;
    this.#history = history;
    this.#own = tools;
    const keep = async (items: readonly Todo[]): Promise<void> => {
      await history.write({ kind: 'todos', items });
      emit({ type: 'todos', items });
    };
    const { jobs, planning } = owned;
    const plans = parts.plans === false ? [] : [createProposePlan(planning, parts.plans === 'delegated')];
    this.#noted = [...plans, ...(parts.todos ? [createUpdateTodos(keep)] : [])];
    this.#jobs = tools.some(({ startsJobs }) => startsJobs === true) ? [createReadJob(jobs), createStopJob(jobs)] : [];
    this.#task = subagents === undefined ? [] : [createTaskTool(subagents, route, parts.agents)];
    this.#skill = parts.skills.length === 0 ? [] : [createSkillTool(parts.skills)];
  }

  get setup(): Setup {
    return this.#setup;
  }

  get byName(): ReadonlyMap<string, AgentTool> {
    return this.#byName;
  }

  /**
   * A complete result was stored next to the conversation: the model is offered the tool that reads it, from the next
   * request on.
   */
  async resultWasCut(emit: Emit): Promise<void> {
    if (this.#hasCut) return;
    this.#hasCut = true;
    const { readOutput } = this.#parts;
    if (readOutput !== undefined && !this.#byName.has(readOutput.tool.name)) await this.refresh(emit);
  }

  async refresh(emit: Emit): Promise<void> {
    const tools = orderTools(
      [...this.#own, ...this.#jobs, ...this.#noted, ...this.#readOutput(), ...this.#skill, ...this.#task],
      this.#parts.mcp?.tools() ?? [],
    );
    const setup: Setup = { ...(await this.#parts.systemPrompt(tools)), tools };
    const before = this.#history.facts.setup;
    const changes = before === undefined ? [] : setupChanges(before, setup);
    this.#setup = setup;
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]));
    if (before === undefined || changes.length > 0)
      await this.#history.write({ kind: 'setup', system: setup.system, tools: tools.map(({ name }) => name) });
    if (changes.length > 0) emit({ type: 'setup-changed', what: changes });
  }

  /** Also after a restart: a session that was offered it keeps it. */
  #readOutput(): readonly AgentTool[] {
    const { readOutput } = this.#parts;
    if (readOutput === undefined) return [];
    const { tool, when } = readOutput;
    const wasOffered = this.#history.facts.setup?.tools.includes(tool.name) === true;
    return when === 'always' || this.#hasCut || wasOffered ? [tool] : [];
  }
}

/** Own tools in the order they were given, then those of servers, sorted by name: a list that comes in another order changes nothing. */
function orderTools(own: readonly AgentTool[], served: readonly AgentTool[]): readonly AgentTool[] {
  const names = distinctNames(own);
  const others = served.filter(({ name }) => !names.has(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return [...own, ...others];
}

/** Throws where two have one name: the model could not tell them apart. */
export function distinctNames(tools: readonly AgentTool[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { name } of tools) {
    if (names.has(name))
      throw new SessionError('duplicate-tool', `Two tools are called ${name}.`, 'Give one of them another name.');
    names.add(name);
  }
  return names;
}

/** What is different, in words for the user; empty when nothing is. */
function setupChanges(
  before: { readonly system: string; readonly tools: readonly string[] },
  { system, tools }: Pick<Setup, 'system' | 'tools'>,
): readonly string[] {
  const now = tools.map(({ name }) => name);
  const added = now.filter((name) => !before.tools.includes(name));
  const gone = before.tools.filter((name) => !now.includes(name));
  return [
    ...(system === before.system ? [] : ['The system prompt has changed (instructions or workspace).']),
    ...(added.length === 0 ? [] : [`New tools: ${added.join(', ')}.`]),
    ...(gone.length === 0 ? [] : [`Removed tools: ${gone.join(', ')}.`]),
  ];
}
