import { type ImportFormat, FormatProblem } from '../feature.ts'
import { errorMessage, type Translate } from '../shared/error-message/index.ts'

/** `.opml or .xml` */
export const fileEndings = (formats: readonly Pick<ImportFormat, 'extensions'>[], language: string): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(
    new Set(formats.flatMap(({ extensions }) => extensions)),
  )

/** Why a file could not be read or written, as a sentence. */
export const formatMessage = (failure: unknown, translate: Translate): string =>
  failure instanceof FormatProblem ? failure.message : errorMessage(failure, translate)
