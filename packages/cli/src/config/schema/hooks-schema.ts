/** Commands that are run before and after tools, turns and sessions. */
import { type Static, type TUnsafe, Type } from 'typebox';
import type { Config } from '../config.ts';
import { closed, confine, milliseconds, names } from './forms.ts';
import { type Plain, proven, type Same } from './same-type.ts';

type Hooks = NonNullable<Config['hooks']>;

const hook = {
  command: Type.String({ minLength: 1, description: 'A command line for /bin/sh -c. It gets JSON on standard input.' }),
  timeoutMs: Type.Optional(milliseconds('The longest it may take, in milliseconds. Default: 30000.')),
  confine: Type.Optional(confine()),
};
const toolHook = {
  ...hook,
  tools: Type.Optional(names('Tools it applies to: names, with *, or kind:write. Default: all.')),
};

const schema = closed(
  {
    beforeSession: Type.Optional(
      Type.Array(closed(hook), { description: 'Before the first turn. A failure stops it.' }),
    ),
    afterSession: Type.Optional(Type.Array(closed(hook), { description: 'When the session is closed.' })),
    beforeTurn: Type.Optional(
      Type.Array(closed(hook), { description: 'Before a message is sent. A failure stops it.' }),
    ),
    afterTurn: Type.Optional(Type.Array(closed(hook), { description: 'When a turn ends.' })),
    beforeTool: Type.Optional(Type.Array(closed(toolHook), { description: 'Before a call runs. A failure stops it.' })),
    afterTool: Type.Optional(
      Type.Array(closed(toolHook), { description: 'After a call. The model is told about a failure.' }),
    ),
  },
  'Commands that run on these events.',
);

export const hooksSchema: TUnsafe<Hooks> = Type.Unsafe<Hooks>(schema);

/** Does not compile when the two disagree. */
export const agreesWithHooks: true = proven<Same<Plain<Static<typeof schema>>, Plain<Hooks>>>();
