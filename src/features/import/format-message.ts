import { errorMessage, type Translate } from '../shared/error-message/index.ts'
import { FormatProblem } from '../feature.ts'

/** Why a file could not be read or written, as a sentence. */
export const formatMessage = (failure: unknown, translate: Translate): string =>
  failure instanceof FormatProblem ? failure.message : errorMessage(failure, translate)
