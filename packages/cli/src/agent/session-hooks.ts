/** The hooks of the configuration for a session, and tool names in them that do not exist. */
import type { Hook, HookMoment, HookOptions, Sandbox } from '@interlock/runtime';
import type { Config } from '../config/config.ts';
import { didYouMean } from '../print/did-you-mean.ts';
import { plainText } from '../print/plain-text.ts';

const moments = {
  beforeSession: 'before-session',
  afterSession: 'after-session',
  beforeTurn: 'before-turn',
  afterTurn: 'after-turn',
  beforeTool: 'before-tool',
  afterTool: 'after-tool',
} as const satisfies Readonly<Record<keyof NonNullable<Config['hooks']>, HookMoment>>;

/** Undefined: there are none. */
export function sessionHooks({ hooks = {} }: Config, sandbox: Sandbox): HookOptions | undefined {
  const all = (Object.keys(moments) as (keyof typeof moments)[]).flatMap((key) =>
    (hooks[key] ?? []).map((hook): Hook => ({ on: moments[key], ...hook })),
  );
  return all.length === 0 ? undefined : { hooks: all, sandbox };
}

/** A hook for a tool that does not exist guards nothing. */
export function unknownHookTools({ hooks = {} }: Config, names: readonly string[]): readonly string[] {
  return (['beforeTool', 'afterTool'] as const).flatMap((key) =>
    (hooks[key] ?? []).flatMap(({ tools = [] }) =>
      tools.flatMap((name) =>
        names.includes(name) || /[*]|^kind:|^mcp__/.test(name)
          ? []
          : [`hooks.${key}: there is no tool ${plainText(JSON.stringify(name))}.${didYouMean(name, names)}`],
      ),
    ),
  );
}
