/** The content of a configuration file. The published JSON Schema comes from `schema.ts`, which has to agree with this type. */
import type { ApprovalMode, CredentialSource, RouteConfig } from '@interlock/runtime';
import type { McpServerConfig } from '@interlock/runtime/mcp';
import type { CompatFlags, Provider, TraitOverrides } from '@interlock/wire';

export interface ProviderConfig {
  /** The provider whose rules apply. Absent: the entry's own name. `openai-compatible` for any such server. */
  readonly kind?: string;
  readonly baseUrl?: string;
  /** Parts of its URL: a region, a project, a resource. */
  readonly places?: Readonly<Record<string, string>>;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The header that carries the key. Absent: the protocol's default. */
  readonly keyHeader?: { readonly name: string; readonly prefix?: string };
  /** A protocol name. */
  readonly protocol?: string;
  /** Names of `profiles`, or sources; tried in order. */
  readonly credentials?: readonly (string | CredentialSource)[];
  readonly compat?: CompatFlags;
  /** Facts about its models that override the built-in ones. */
  readonly models?: Readonly<Record<string, TraitOverrides>>;
}

export interface ModelConfig {
  readonly provider: string;
  readonly model: string;
  readonly traits?: TraitOverrides;
}

export interface RouteEntry extends Omit<RouteConfig, 'targets' | 'name'> {
  /** `provider/model` or a name of `models`; with a weight for round-robin. */
  readonly targets: readonly (string | { readonly model: string; readonly weight?: number })[];
}

/** Where `interlock serve` listens, and who may connect. */
export interface GatewayConfig {
  readonly host?: string;
  readonly port?: number;
  /** Names that clients use for a model, with `*`; each maps to a name of `models` or `routes`, or provider/model. The first match applies. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly tokens?: readonly {
    readonly name: string;
    readonly sha256: string;
    readonly models?: readonly string[];
    readonly requestsPerMinute?: number;
    readonly concurrent?: number;
  }[];
  readonly hosts?: readonly string[];
  readonly origins?: readonly string[];
  readonly strict?: boolean;
  /** The variable with the URL of a PostgreSQL database, for several instances. Absent: the one of `sessions`. */
  readonly postgresEnv?: string;
  readonly adminSha256?: string;
  /** Overrides `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly otlpEndpoint?: string;
  /** Bodies are recorded if this is present. */
  readonly recording?: { readonly file?: string; readonly fileBytes?: number; readonly characters?: number };
  readonly limits?: {
    readonly bodyBytes?: number;
    readonly requestMs?: number;
    readonly concurrent?: number;
    readonly heldBytes?: number;
    readonly connections?: number;
    readonly stalledMs?: number;
    readonly shutdownMs?: number;
    readonly threads?: number;
    readonly threadBytes?: number;
    readonly storedBytes?: number;
    readonly storedMs?: number;
  };
}

/** A command that runs on an event. */
export interface HookConfig {
  readonly command: string;
  readonly timeoutMs?: number;
  readonly confine?: boolean;
}

export interface ToolHookConfig extends HookConfig {
  /** Names of tools, with `*`, or `kind:write`. Absent: all tools. */
  readonly tools?: readonly string[];
}

export interface Config {
  readonly $schema?: string;
  /** `provider/model`, or a name of `models`. */
  readonly model?: string;
  /** A name of `routes`, instead of `model`. */
  readonly route?: string;
  readonly providers?: Readonly<Record<string, ProviderConfig>>;
  /** False: custom providers in files are not loaded. */
  readonly providerFiles?: boolean;
  readonly models?: Readonly<Record<string, ModelConfig>>;
  /** Credentials by name. */
  readonly profiles?: Readonly<Record<string, CredentialSource>>;
  readonly routes?: Readonly<Record<string, RouteEntry>>;
  readonly reasoning?: {
    /** Which earlier thinking is sent back. */
    readonly replay?: 'all' | 'last-turn' | 'none';
    readonly effort?: 'off' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
  };
  readonly approval?: {
    /** What happens to calls without a matching rule. */
    readonly mode?: ApprovalMode;
    readonly allow?: readonly string[];
    readonly ask?: readonly string[];
    readonly deny?: readonly string[];
  };
  readonly tools?: {
    /** Offers `fetch_url`. */
    readonly network?: boolean;
    /** Lets providers search the web themselves, where they can. */
    readonly webSearch?: boolean;
    /** Whether processes run in a sandbox. `bwrap` is an older name for `require`, `none` for `off`. */
    readonly confine?: 'off' | 'auto' | 'require' | 'bwrap' | 'none';
    /** Hosts that may be reached from inside the sandbox. */
    readonly hosts?: readonly string[];
    readonly disabled?: readonly string[];
    /** False: custom tools in files are not loaded. */
    readonly own?: boolean;
    /** Files and folders of the home folder that commands in the sandbox may read. */
    readonly readable?: readonly string[];
    /** Commands in the sandbox may make Unix sockets. */
    readonly unixSockets?: boolean;
    /** Folders outside the workspace that tools may use. */
    readonly alsoAllowed?: readonly string[];
  };
  readonly mcp?: Readonly<Record<string, McpServerConfig>>;
  /** Commands before and after tools, turns and sessions. */
  readonly hooks?: {
    readonly beforeSession?: readonly HookConfig[];
    readonly afterSession?: readonly HookConfig[];
    readonly beforeTurn?: readonly HookConfig[];
    readonly afterTurn?: readonly HookConfig[];
    readonly beforeTool?: readonly ToolHookConfig[];
    readonly afterTool?: readonly ToolHookConfig[];
  };
  readonly compaction?:
    | false
    | { readonly threshold?: number; readonly keepTokens?: number; readonly summariser?: string };
  readonly limits?: {
    readonly steps?: number;
    readonly repeats?: number;
    readonly toolTimeoutMs?: number;
    readonly parallel?: number;
    readonly stallMs?: number;
  };
  readonly subagents?:
    | false
    | { readonly depth?: number; readonly children?: number; readonly concurrent?: number; readonly timeMs?: number };
  readonly sessions?: {
    /** Absent: the user's state folder. */
    readonly folder?: string;
    /** The variable with the URL of a PostgreSQL database, for sessions shared by several machines. */
    readonly postgresEnv?: string;
    /** False: the input history of the prompt is not stored. */
    readonly history?: boolean;
  };
  readonly gateway?: GatewayConfig;
  readonly system?: { readonly role?: string; readonly append?: string };
}

/** The configuration, with the providers that were loaded from files. */
export interface UsedConfig extends Config {
  readonly ownProviders?: readonly Provider[];
}
