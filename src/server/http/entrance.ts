/** Marks the requests that an assistant's tools send within this process. Clients cannot set it: it is no header. */
export const MCP_ENTRANCE = Symbol('mcp')
