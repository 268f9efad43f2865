/** Makes a tool from a schema and a function: the arguments are typed by the schema. */
import type { JsonObject } from '@interlock/transcript';
import type { Static, TSchema, TUnsafe } from 'typebox';
import type {
  Access,
  AgentTool,
  CallConfinement,
  Preview,
  ToolContext,
  ToolKind,
  ToolOutput,
  Workspace,
} from './tool.ts';

export interface ToolDefinition<Schema extends TSchema> {
  readonly name: string;
  readonly description: string;
  readonly parameters: Schema;
  /** Default: `other`, which needs approval. */
  readonly kind?: ToolKind;
  readonly timeoutMs?: number;
  readonly maxOutput?: number;
  readonly startsJobs?: boolean;
  /** Default: unknown, so it runs alone, unless it only reads. */
  readonly access?: (args: Static<Schema>, workspace: Workspace) => Access;
  readonly subject?: (args: Static<Schema>, workspace: Workspace) => string;
  /** Absent: it runs outside the sandbox. */
  readonly confinement?: (args: Static<Schema>) => CallConfinement;
  readonly preview?: (args: Static<Schema>, workspace: Workspace) => Promise<Preview>;
  readonly run: (args: Static<Schema>, context: ToolContext) => ToolOutput | Promise<ToolOutput>;
}

export function defineTool<Schema extends TSchema>(definition: ToolDefinition<Schema>): AgentTool {
  const {
    name,
    description,
    kind = 'other',
    timeoutMs,
    maxOutput,
    startsJobs,
    access = () => (kind === 'read' ? {} : { exclusive: true }),
    subject = () => '',
    confinement,
    preview,
    run,
    // The scheduler passes only arguments that the schema accepts.
  } = definition as unknown as ToolDefinition<TUnsafe<JsonObject>>;
  return {
    name,
    description,
    parameters: JSON.parse(JSON.stringify(definition.parameters)) as JsonObject,
    kind,
    access,
    subject,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxOutput === undefined ? {} : { maxOutput }),
    ...(startsJobs === undefined ? {} : { startsJobs }),
    ...(confinement === undefined ? {} : { confinement }),
    ...(preview === undefined ? {} : { preview }),
    run: async (args, context) => run(args, context),
  };
}
