/** An MCP server. */
import type { McpServerConfig } from '@interlock/runtime/mcp';
import { type Static, type TRecord, type TString, type TUnsafe, Type } from 'typebox';
import { closed, confine, milliseconds, names, wholeNumber } from './forms.ts';
import { patterns } from './patterns.ts';
import { type Plain, proven, type Same } from './same-type.ts';

const serverOptions = {
  timeoutMs: Type.Optional(wholeNumber('The longest a call may take, in milliseconds; 0: no limit.', 0)),
  startTimeoutMs: Type.Optional(milliseconds('How long it may take to start and list its tools.')),
  disabled: Type.Optional(Type.Boolean({ description: 'Not started.' })),
  protocol: Type.Optional(
    Type.Union([Type.Literal('2025-11-25'), Type.Literal('2026-07-28')], {
      description: 'The MCP revision to speak: 2025-11-25 covers all older ones. Default: negotiated with the server.',
    }),
  ),
  tools: Type.Optional(
    closed(
      { include: Type.Optional(names('Only these.')), exclude: Type.Optional(names('All except these.')) },
      'Which of its tools are offered; * matches any part of a name.',
    ),
  ),
};

const schema = Type.Union(
  [
    closed({
      command: Type.String({ minLength: 1, description: 'The program to start.' }),
      args: Type.Optional(Type.Array(Type.String())),
      env: Type.Optional(texts('Added to its environment, which has no provider keys.')),
      cwd: Type.Optional(Type.String({ minLength: 1, description: 'Its working folder, relative to the workspace.' })),
      network: Type.Optional(
        Type.Union([Type.Boolean(), Type.Array(Type.String({ minLength: 1 }))], {
          description:
            'What it may reach from inside the sandbox: true for everything, or a list of hosts. Default: nothing.',
        }),
      ),
      writable: Type.Optional(names('Folders outside the workspace that it may write to.')),
      confine: Type.Optional(confine()),
      ...serverOptions,
    }),
    closed({
      url: Type.String({ pattern: patterns.url, description: 'URL of a server that speaks HTTP.' }),
      headers: Type.Optional(texts('Sent with every request.')),
      oauth: Type.Optional(
        closed(
          {
            clientId: Type.Optional(
              Type.String({ minLength: 1, description: 'Default: Interlock registers itself with the server.' }),
            ),
            clientSecret: Type.Optional(Type.String({ minLength: 1, description: 'Only in your own file.' })),
            scopes: Type.Optional(names('Requested in addition to those the server names.')),
            redirectPort: Type.Optional(
              wholeNumber('The port of the redirect address, if a registered client has a fixed one.', 1),
            ),
          },
          'For servers that require sign-in: a client that is already registered.',
        ),
      ),
      ...serverOptions,
    }),
  ],
  { description: 'An MCP server: a program to start (command), or a server at a URL (url).' },
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
