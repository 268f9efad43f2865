/** The parts of the MCP library that are used: loaded with the first server, so that sessions without one do not pay for it. */

export interface Sdk {
  readonly Client: typeof import('@modelcontextprotocol/sdk/client/index.js').Client;
  readonly HttpTransport: typeof import('@modelcontextprotocol/sdk/client/streamableHttp.js').StreamableHTTPClientTransport;
  readonly JSONRPCMessageSchema: typeof import('@modelcontextprotocol/sdk/types.js').JSONRPCMessageSchema;
  readonly ResultSchema: typeof import('@modelcontextprotocol/sdk/types.js').ResultSchema;
  readonly ToolListChangedNotificationSchema: typeof import('@modelcontextprotocol/sdk/types.js').ToolListChangedNotificationSchema;
}

export async function loadSdk(): Promise<Sdk> {
  const [{ Client }, { StreamableHTTPClientTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const { JSONRPCMessageSchema, ResultSchema, ToolListChangedNotificationSchema } = types;
  return {
    Client,
    HttpTransport: StreamableHTTPClientTransport,
    JSONRPCMessageSchema,
    ResultSchema,
    ToolListChangedNotificationSchema,
  };
}
