/** An MCP server. */
import type { McpServerConfig } from '@interlock/runtime/mcp';
import { type Static, type TRecord, type TString, type TUnsafe, Type } from 'typebox';
import { closed, confine, millis, names, whole } from './forms.ts';
import { type Plain, proven, type Same } from './same-type.ts';

const serverOptions = {
  timeoutMs: Type.Optional(whole('The longest a call may take, in milliseconds; 0: no limit.', 0)),
  startTimeoutMs: Type.Optional(millis('Until it has answered and listed its tools.')),
  disabled: Type.Optional(Type.Boolean({ description: 'Not started.' })),
  protocol: Type.Optional(
    Type.Union([Type.Literal('2025-11-25'), Type.Literal('2026-07-28')], {
      description:
        'The revision of MCP to speak: 2025-11-25 stands for all older ones. Default: the server is asked for its own.',
    }),
  ),
  tools: Type.Optional(
    closed(
      { include: Type.Optional(names('Only these.')), exclude: Type.Optional(names('All but these.')) },
      'Which of its tools are offered; * stands for any part of a name.',
    ),
  ),
};

const schema = Type.Union(
  [
    closed({
      command: Type.String({ minLength: 1, description: 'The program that is started.' }),
      args: Type.Optional(Type.Array(Type.String())),
      env: Type.Optional(texts('Added to its environment, which has no keys of providers.')),
      cwd: Type.Optional(Type.String({ minLength: 1, description: 'Where it runs; relative to the workspace.' })),
      network: Type.Optional(
        Type.Union([Type.Boolean(), Type.Array(Type.String({ minLength: 1 }))], {
          description:
            'What it may reach from inside the sandbox: true is everything, or a list of hosts. Default: nothing.',
        }),
      ),
      writable: Type.Optional(names('Folders beside the workspace that it may write.')),
      confine: Type.Optional(confine()),
      ...serverOptions,
    }),
    closed({
      url: Type.String({ pattern: '^https?://', description: 'Address of a server that speaks HTTP.' }),
      headers: Type.Optional(texts('Sent with every request.')),
      oauth: Type.Optional(
        closed(
          {
            clientId: Type.Optional(
              Type.String({ minLength: 1, description: 'Default: Interlock registers itself with the server.' }),
            ),
            clientSecret: Type.Optional(Type.String({ minLength: 1, description: 'Only in your own file.' })),
            scopes: Type.Optional(names('Asked for beside those that the server names.')),
            redirectPort: Type.Optional(
              whole('The port of the redirect address, where a registered client has a fixed one.', 1),
            ),
          },
          'For servers that ask you to sign in: a client that is registered already.',
        ),
      ),
      ...serverOptions,
    }),
  ],
  { description: 'An MCP server: one that is started (command), or one that is there (url).' },
);

/** Names of variables and headers. */
function texts(description: string): TRecord<string, TString> {
  return Type.Record(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]*$|^_[A-Za-z0-9][A-Za-z0-9_]*$' }), Type.String(), {
    additionalProperties: false,
    description,
  });
}

export const serverSchema: TUnsafe<McpServerConfig> = Type.Unsafe<McpServerConfig>(schema);

/** Does not compile when the two disagree. */
export const agreesWithServers: true = proven<Same<Plain<Static<typeof schema>>, Plain<McpServerConfig>>>();
