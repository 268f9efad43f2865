/** The tools of a session in the order in which the model sees them: those it was given, and those that work on the session itself. */
import type { Emit } from '../events/session-event.ts';
import type { History } from '../history/history.ts';
import { createTaskTool } from '../subagent/task-tool.ts';
import type { AgentTool } from '../tool/tool.ts';
import { createProposePlan } from '../tools/propose-plan.ts';
import { createReadJob } from '../tools/read-job.ts';
import { createSkillTool } from '../tools/skill.ts';
import { createStopJob } from '../tools/stop-job.ts';
import { createUpdateTodos } from '../tools/update-todos.ts';
import type { Jobs } from './jobs.ts';
import type { PlanMode } from './plan-mode.ts';
import type { SessionParts } from './session-parts.ts';
import type { Switching } from './switching.ts';

export interface ToolOwners {
  readonly history: History;
  readonly jobs: Jobs;
  readonly plan: PlanMode;
  /** Where a subagent sends its requests. */
  readonly switching: Switching;
  readonly emit: Emit;
}

export function sessionTools(parts: SessionParts, owners: ToolOwners): readonly AgentTool[] {
  const { tools, plans, todos, readOutput, skills, subagents, agents } = parts;
  const { history, jobs, plan, switching, emit } = owners;
  return [
    ...tools,
    ...(tools.some(({ startsJobs }) => startsJobs === true) ? [createReadJob(jobs), createStopJob(jobs)] : []),
    ...(plans === false ? [] : [createProposePlan(plan, plans === 'delegated')]),
    ...(todos
      ? [
          createUpdateTodos(async (items) => {
            await history.write({ kind: 'todos', items });
            emit({ type: 'todos', items });
          }),
        ]
      : []),
    ...(readOutput === undefined ? [] : [readOutput.tool]),
    ...(skills.length === 0 ? [] : [createSkillTool(skills)]),
    ...(subagents === undefined ? [] : [createTaskTool(subagents, () => switching.current, agents)]),
  ];
}
