/** Tools as a target takes them: names projected, schemas in its dialect, stubs where the history demands some. */
import type { JsonObject } from '@interlock/transcript';
import { stubDescription } from '../shape/texts.ts';
import type { DeclaredTool } from '../tools/declared-tool.ts';
import { toDialect } from '../tools/schema/to-dialect.ts';
import type { ToolNames } from '../tools/tool-names.ts';
import type { Tool } from '../traits/settings.ts';
import type { Traits } from '../traits/traits.ts';

export function declareTools(tools: readonly Tool[], names: ToolNames, traits: Traits): readonly DeclaredTool[] {
  return tools.map(({ name, description, parameters }) => declare(names.offer(name), description, parameters, traits));
}

/** ANT-060, BDR-001: a history with calls needs declared tools, even when none is offered any more. */
export class StubTools {
  readonly #names: ToolNames;
  readonly #traits: Traits;
  #stubs: readonly DeclaredTool[] = [];

  constructor(names: ToolNames, traits: Traits) {
    this.#names = names;
    this.#traits = traits;
  }

  /** One for each name that was given out; names are only ever added. */
  get all(): readonly DeclaredTool[] {
    const { projected } = this.#names;
    if (projected.length !== this.#stubs.length) {
      this.#stubs = projected.map((name) => declare(name, stubDescription, undefined, this.#traits));
    }
    return this.#stubs;
  }
}

function declare(
  name: string,
  description: string | undefined,
  parameters: JsonObject | undefined,
  traits: Traits,
): DeclaredTool {
  let isCut = false;
  const schema = toDialect(parameters, traits.toolSchema, () => {
    isCut = true;
  });
  const text = description === undefined ? undefined : cut(description, traits.maxDescription);
  return {
    name,
    ...(text ? { description: text } : {}),
    ...(text === description || description === undefined ? {} : { wholeDescription: description }),
    ...(schema === undefined ? {} : { schema }),
    ...(isCut ? { isCut } : {}),
  };
}

/** OAC-006. */
function cut(text: string, max: number | undefined): string {
  return max === undefined || text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}
