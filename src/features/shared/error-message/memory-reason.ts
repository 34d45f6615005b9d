import { memoryReasons } from '../../../model/network/index.ts'
import type { Translate } from './fetch-message.ts'

/** Why nothing is persisted: in the reader's language where it is one of local's `memoryReasons`, else an error's message. */
export const memoryReasonMessage = (reason: string, translate: Translate): string =>
  memoryReasons.some((one) => one === reason) ? translate(`app:shell.notStoredBecause.${reason}`, {}) : reason
