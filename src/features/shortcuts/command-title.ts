import type { Command } from '../../core/index.ts'

/** The command's name in words. A title without a namespace is in `shortcuts`; plugins bring theirs with one. */
export const commandTitle = (command: Pick<Command, 'title'>, translate: (key: string) => string): string =>
  translate(command.title.includes(':') ? command.title : `shortcuts:${command.title}`)
