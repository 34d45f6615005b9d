/** Marks the requests that the tools of an assistant send within this process. Nobody else can set it: it is no header. */
export const MCP_ENTRANCE = Symbol('mcp')
