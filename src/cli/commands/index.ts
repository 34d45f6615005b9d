/** Every command of the program. */
import type { Command } from '../command.ts'
import { accountFileCommands } from './account-files.ts'
import { accountCommands } from './account.ts'
import { callCommand } from './call.ts'
import { createCompletionCommand } from '../completion.ts'
import { followingCommands } from './following.ts'
import { highlightCommands } from './highlights.ts'
import { labelCommands } from './labels.ts'
import { markingCommands } from './marking.ts'
import { createMcpCommand } from './mcp.ts'
import { createRunCommand } from './pipeline.ts'
import { readingCommands } from './reading.ts'
import { rulesCommands } from './rules.ts'

export const commands: readonly Command[] = [
  ...accountCommands,
  ...readingCommands,
  ...markingCommands,
  ...labelCommands,
  ...highlightCommands,
  ...followingCommands,
  ...accountFileCommands,
  ...rulesCommands,
  createRunCommand(() => commands),
  callCommand,
  createMcpCommand(() => commands),
  createCompletionCommand(() => commands),
]
