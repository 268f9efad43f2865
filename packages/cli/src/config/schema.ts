/**
 * The schema of a configuration file. `config.schema.json`, for editors, is made from it; `find-problems.ts` words its errors. It has to
 * agree with `Config`: otherwise the last line does not compile.
 */
import { type Static, type TSchema, type TString, Type } from 'typebox';
import type { Config } from './config.ts';
import { credentialSchema } from './schema/credential-schema.ts';
import { closed, entryName, listOf, milliseconds, names, wholeNumber } from './schema/forms.ts';
import { hooksSchema } from './schema/hooks-schema.ts';
import { patterns } from './schema/patterns.ts';
import { type Plain, proven, type Same } from './schema/same-type.ts';
import { serverSchema } from './schema/server-schema.ts';
import { traitsSchema } from './schema/traits-schema.ts';

const provider = closed({
  kind: Type.Optional(
    Type.String({
      description: "The provider whose rules apply, or openai-compatible. Default: the entry's own name.",
    }),
  ),
  baseUrl: Type.Optional(Type.String({ description: 'Base URL, http:// or https://, without "?" and "#".' })),
  places: Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]*$' }), Type.String({ minLength: 1 }), {
      additionalProperties: false,
      description: 'Parts of its address: region, project and location, resource and apiVersion.',
    }),
  ),
  headers: Type.Optional(
    Type.Record(headerName(), Type.String(), {
      additionalProperties: false,
      description: 'Sent with every request.',
    }),
  ),
  keyHeader: Type.Optional(
    closed(
      {
        name: headerName(),
        prefix: Type.Optional(Type.String({ description: 'Prefix of the key, including its space: "Bearer ".' })),
      },
      "The header that carries the key. Default: the protocol's own.",
    ),
  ),
  protocol: Type.Optional(
    Type.String({ minLength: 1, description: 'The protocol to speak. Default: the best one for the model.' }),
  ),
  credentials: Type.Optional(
    Type.Array(
      Type.Union([Type.String({ minLength: 1, description: 'A name defined in profiles.' }), credentialSchema]),
      {
        minItems: 1,
        description:
          "Names defined in profiles, or sources of keys; tried in order. Default: the provider's own environment variable.",
      },
    ),
  ),
  compat: Type.Optional(
    closed(
      {
        noSystemRole: Type.Optional(Type.Boolean()),
        noStreaming: Type.Optional(Type.Boolean()),
        noToolUse: Type.Optional(Type.Boolean()),
        noTemperature: Type.Optional(Type.Boolean()),
        noStopSequences: Type.Optional(Type.Boolean()),
        stringifyToolArgs: Type.Optional(Type.Boolean()),
      },
      'Quirks of an OpenAI-compatible server.',
    ),
  ),
  models: Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z0-9~@][^\\u0000-\\u001f\\u007f]{0,199}$' }), traitsSchema, {
      additionalProperties: false,
      description: 'Traits of its models that override the built-in ones, by model.',
    }),
  ),
});

function headerName(): TString {
  return Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$' });
}

const model = closed({
  provider: Type.String({ minLength: 1, description: 'A provider, or a name defined in providers.' }),
  model: Type.String({ minLength: 1, description: 'The model as the provider calls it.' }),
  traits: Type.Optional(traitsSchema),
});

const route = closed({
  policy: Type.Enum(['fixed', 'round-robin', 'failover'], { description: 'How a target is chosen, once a turn.' }),
  targets: Type.Array(
    Type.Union([
      Type.String({ minLength: 1, description: 'provider/model, or a name defined in models.' }),
      closed({
        model: Type.String({ minLength: 1, description: 'provider/model, or a name defined in models.' }),
        weight: Type.Optional(wholeNumber('For round-robin: how many turns of the cycle.', 1, 100)),
      }),
    ]),
    { minItems: 1, description: 'Targets in the order in which they are tried.' },
  ),
  failover: Type.Optional(
    Type.Enum(['continue', 'wait', 'between-requests', 'between-turns'], {
      description:
        'When the target of a turn fails: continue the turn with the next target, or wait for it. The older names between-requests and between-turns mean the same.',
    }),
  ),
  maxWaitMs: Type.Optional(wholeNumber('The longest wait for a cooldown, in milliseconds.', 0)),
  maxRetries: Type.Optional(wholeNumber('Attempts at one target after transient failures.', 0, 100)),
  maxSwitchTokens: Type.Optional(
    wholeNumber('For the gateway: the largest conversation that may go to another target, in tokens.', 0),
  ),
  maxSwitchCost: Type.Optional(
    Type.Number({
      minimum: 0,
      description: 'For the gateway: the highest cost of reading the conversation at another target, in US dollars.',
    }),
  ),
});

const gateway = closed(
  {
    host: Type.Optional(Type.String({ minLength: 1, description: 'The address to listen on. Default: 127.0.0.1.' })),
    port: Type.Optional(wholeNumber('The port to listen on. Default: 4141.', 0, 65_535)),
    aliases: Type.Optional(
      Type.Record(Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,200}$' }), Type.String({ minLength: 1 }), {
        additionalProperties: false,
        description:
          'Model names that clients use, * is a wildcard: "claude-*": "my-route". The first match applies. Values are names defined in models or routes, or provider/model.',
      }),
    ),
    tokens: Type.Optional(
      Type.Array(
        closed({
          name: entryName(),
          sha256: Type.String({ pattern: patterns.sha256, description: 'SHA-256 of the token, in hex.' }),
          models: Type.Optional(names('Model names this client may use, * is a wildcard. Default: all.')),
          requestsPerMinute: Type.Optional(wholeNumber('Requests per minute.', 1)),
          concurrent: Type.Optional(wholeNumber('Concurrent requests.', 1)),
        }),
        { description: 'Clients that may connect. Required for any address that is not loopback.' },
      ),
    ),
    hosts: Type.Optional(listOf(patterns.host, 'Other host names by which it is reached (the Host header).')),
    origins: Type.Optional(listOf(patterns.origin, 'Web pages that may connect: https://app.example.com.')),
    strict: Type.Optional(
      Type.Boolean({ description: 'Refuse requests that would have to be repaired or shortened.' }),
    ),
    postgresEnv: Type.Optional(
      Type.String({
        pattern: patterns.variable,
        description:
          'The variable with the address of a PostgreSQL database that several gateways use together. Default: sessions.postgresEnv.',
      }),
    ),
    adminSha256: Type.Optional(
      Type.String({
        pattern: patterns.sha256,
        description: 'SHA-256, in hex, of the token for the event feed. Without it there is no feed.',
      }),
    ),
    otlpEndpoint: Type.Optional(
      Type.String({
        pattern: patterns.url,
        description: 'Where spans are sent (OTLP over HTTP), without /v1/traces. Default: OTEL_EXPORTER_OTLP_ENDPOINT.',
      }),
    ),
    recording: Type.Optional(
      closed(
        {
          file: Type.Optional(
            Type.String({
              minLength: 1,
              description: 'Where exchanges are written; ~/ is the home folder. Default: only to the event feed.',
            }),
          ),
          fileBytes: Type.Optional(
            wholeNumber(
              'At this size the file is renamed to <file>.1 and a new one is started. Default: 64 MB.',
              1_024,
            ),
          ),
          characters: Type.Optional(wholeNumber('How much of one body is kept, in characters. Default: 65536.', 0)),
        },
        'Record bodies, without keys and media. Off by default.',
      ),
    ),
    limits: Type.Optional(
      closed({
        bodyBytes: Type.Optional(wholeNumber('The largest request body, in bytes.', 1_024)),
        requestMs: Type.Optional(milliseconds('The longest a client may take to send a request, in milliseconds.')),
        concurrent: Type.Optional(wholeNumber('Concurrent requests, over all clients.', 1)),
        heldBytes: Type.Optional(wholeNumber('Total size of the bodies of all requests in progress, in bytes.', 1_024)),
        connections: Type.Optional(wholeNumber('Open connections.', 1)),
        stalledMs: Type.Optional(
          milliseconds('How long a client may stop reading before it is dropped, in milliseconds.'),
        ),
        shutdownMs: Type.Optional(milliseconds('How long a shutdown waits for answers to finish, in milliseconds.')),
        threads: Type.Optional(wholeNumber('Conversations remembered for each client. 0: none.', 0)),
        threadBytes: Type.Optional(wholeNumber('Memory for the conversations of one client, in bytes.', 0)),
        storedBytes: Type.Optional(
          wholeNumber('Memory for the stored responses of one client, in bytes. 0: responses are not stored.', 0),
        ),
        storedMs: Type.Optional(milliseconds('How long an unused response stays stored, in milliseconds.')),
      }),
    ),
  },
  'Where interlock serve listens, and who may connect.',
);

const schema = closed({
  $schema: Type.Optional(Type.String({ description: 'Where the schema of this file is, for editors.' })),
  model: Type.Optional(Type.String({ minLength: 1, description: 'provider/model, or a name defined in models.' })),
  route: Type.Optional(Type.String({ minLength: 1, description: 'A route defined in routes, instead of model.' })),
  providers: Type.Optional(
    Type.Record(entryName(), provider, { additionalProperties: false, description: 'Providers by name.' }),
  ),
  providerFiles: Type.Optional(Type.Boolean({ description: 'False: provider files are not loaded.' })),
  models: Type.Optional(
    Type.Record(entryName(), model, { additionalProperties: false, description: 'Your own names for models.' }),
  ),
  profiles: Type.Optional(
    Type.Record(entryName(), credentialSchema, { additionalProperties: false, description: 'Credentials by name.' }),
  ),
  routes: Type.Optional(
    Type.Record(entryName(), route, { additionalProperties: false, description: 'Several targets under one name.' }),
  ),
  reasoning: Type.Optional(
    closed({
      replay: Type.Optional(
        Type.Enum(['all', 'last-turn', 'none'], { description: 'Which earlier thinking is sent back.' }),
      ),
      effort: Type.Optional(
        Type.Enum(['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'], {
          description: 'How much the model thinks.',
        }),
      ),
    }),
  ),
  approval: Type.Optional(
    closed(
      {
        mode: Type.Optional(
          Type.Enum(['ask', 'accept-edits', 'plan', 'confined'], {
            description:
              'Calls that no rule covers: ask; accept-edits (files in the workspace are written without asking); plan (read-only); confined (what runs in the sandbox runs without asking).',
          }),
        ),
        allow: Type.Optional(names('Calls that run without asking.')),
        ask: Type.Optional(names('Calls that need approval.')),
        deny: Type.Optional(names('Calls that never run.')),
      },
      'Rules like run_command(git *), write_file(src/**), read_file, kind:network, *.',
    ),
  ),
  tools: Type.Optional(
    closed({
      network: Type.Optional(Type.Boolean({ description: 'Offers fetch_url.' })),
      webSearch: Type.Optional(
        Type.Boolean({ description: 'Lets providers search the web themselves, where they can.' }),
      ),
      confine: Type.Optional(
        Type.Enum(['off', 'auto', 'require', 'bwrap', 'none'], {
          description:
            'Whether commands, MCP servers and custom tools run in a sandbox: auto (if the machine supports it), require, off. bwrap is an older name for require, none for off.',
        }),
      ),
      hosts: Type.Optional(names('Hosts that may be reached from inside the sandbox: api.example.com, *.example.com.')),
      disabled: Type.Optional(names('Tools that are not offered.')),
      own: Type.Optional(Type.Boolean({ description: 'False: tool files are not loaded.' })),
      readable: Type.Optional(names('Files and folders of the home folder that commands in the sandbox may read.')),
      unixSockets: Type.Optional(
        Type.Boolean({
          description: 'Commands in the sandbox may make Unix sockets; those outside are hidden by path only.',
        }),
      ),
      alsoAllowed: Type.Optional(names('Folders outside the workspace that tools may use.')),
    }),
  ),
  mcp: Type.Optional(
    Type.Record(entryName(), serverSchema, { additionalProperties: false, description: 'MCP servers by name.' }),
  ),
  hooks: Type.Optional(hooksSchema),
  compaction: Type.Optional(
    Type.Union([
      Type.Literal(false, { description: 'Compact only on demand.' }),
      closed({
        threshold: Type.Optional(
          Type.Number({
            minimum: 0.1,
            maximum: 1,
            description: 'Share of the context window at which it happens automatically.',
          }),
        ),
        keepTokens: Type.Optional(wholeNumber('How many tokens at the end are kept verbatim.', 0)),
        summariser: Type.Optional(
          Type.String({
            minLength: 1,
            description: 'The model that writes the summary: provider/model, or a name defined in models.',
          }),
        ),
      }),
    ]),
  ),
  limits: Type.Optional(
    closed({
      steps: Type.Optional(wholeNumber('Requests per turn.', 1)),
      repeats: Type.Optional(wholeNumber('How often in a row a model may repeat exactly the same calls.', 1)),
      toolTimeoutMs: Type.Optional(milliseconds('The longest a call may take, in milliseconds.')),
      parallel: Type.Optional(wholeNumber('Concurrent calls.', 1, 100)),
      stallMs: Type.Optional(milliseconds('How long a provider may be silent, in milliseconds.')),
    }),
  ),
  subagents: Type.Optional(
    Type.Union([
      Type.Literal(false, { description: 'No subagents are started.' }),
      closed({
        depth: Type.Optional(wholeNumber('How deep subagents may be nested.', 0, 20)),
        children: Type.Optional(wholeNumber('How many subagents one agent may start.', 0, 1000)),
        concurrent: Type.Optional(wholeNumber('How many may run at once.', 1, 100)),
        timeMs: Type.Optional(milliseconds('The longest one may take, in milliseconds.')),
      }),
    ]),
  ),
  sessions: Type.Optional(
    closed({
      folder: Type.Optional(
        Type.String({ minLength: 1, description: 'Where sessions are stored; ~/ is the home folder.' }),
      ),
      postgresEnv: Type.Optional(
        Type.String({
          pattern: patterns.variable,
          description: 'The variable with the URL of a PostgreSQL database to store them in.',
        }),
      ),
      history: Type.Optional(
        Type.Boolean({ description: 'False: what you type at the prompt is not saved for later runs.' }),
      ),
    }),
  ),
  gateway: Type.Optional(gateway),
  system: Type.Optional(
    closed({
      role: Type.Optional(
        Type.String({ minLength: 1, description: 'Who the agent is; replaces the built-in sentence.' }),
      ),
      append: Type.Optional(Type.String({ description: 'Appended to the system prompt.' })),
    }),
  ),
});

export const configSchema: TSchema = schema;

/** Does not compile when the schema and `Config` disagree. */
export const agreesWithConfig: true = proven<Same<Plain<Static<typeof schema>>, Plain<Config>>>();
