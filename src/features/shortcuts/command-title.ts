import type { Command } from '../../core/index.ts'

/**
 * The translated title of a command. A title without a namespace is in `shortcuts`; plugins use their own namespace. The
 * name of a macro has no translation.
 */
export function commandTitle({ title }: Pick<Command, 'title'>, translate: (key: string) => string): string {
  const key = title.includes(':') ? title : `shortcuts:${title}`
  const text = translate(key)
  return text === key ? title : text
}
