import type { Command } from '../../core/index.ts'

/** The translated title of a command. A title without a namespace is in `shortcuts`; plugins use their own namespace. */
export const commandTitle = (command: Pick<Command, 'title'>, translate: (key: string) => string): string =>
  translate(command.title.includes(':') ? command.title : `shortcuts:${command.title}`)
