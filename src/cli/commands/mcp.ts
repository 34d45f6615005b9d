import type { Command } from '../command.ts'

/** @param commands what the assistant may use */
export const createMcpCommand = (commands: () => readonly Command[]): Command => ({
  name: 'mcp',
  summary:
    'Let an assistant use these commands, over the Model Context Protocol on standard input and output.',
  terminal: true,
  run: async ({ api }) => {
    // Refuses at once without an account.
    api()
    const { serveOverStdio } = await import('../mcp/serve-over-stdio.ts')
    await serveOverStdio({ commands: commands(), apiWith: api })
    return { json: {}, text: '' }
  },
})
