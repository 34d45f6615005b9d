import type { Command } from '../src/core/index.ts'
import { debugCommands } from './debug.ts'
import { productCommands } from './product-commands.ts'

/** All commands of the reader, in development with those that help there. */
export const allCommands: readonly Command[] = [
  ...productCommands,
  ...(import.meta.env.DEV ? debugCommands : []),
]
