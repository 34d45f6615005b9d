import type { ImportFormat } from '../feature.ts'

/** `.opml or .xml` */
export const fileEndings = (formats: readonly Pick<ImportFormat, 'extensions'>[], language: string): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(
    new Set(formats.flatMap(({ extensions }) => extensions)),
  )
