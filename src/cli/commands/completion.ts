import type { Command } from '../command.ts'
import { completionScript, shells, type Shell } from '../completion.ts'

/** @param commands what it completes, itself included */
export const createCompletionCommand = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'Print a script that completes commands in your shell.',
  terminal: true,
  args: [{ name: 'SHELL', choices: shells }],
  run: async (_, { args: [shell] }) => {
    const script = completionScript(shell as Shell, commands())
    return { json: script, text: script }
  },
})
