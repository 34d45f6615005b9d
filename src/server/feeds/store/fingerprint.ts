/** Hash that detects whether an entry's content changed. */
import { hash } from 'node:crypto'

const LENGTH = 24

type Texts = readonly (string | null)[]

/** Of an entry's texts in order; it depends on their boundaries. */
export function fingerprint(texts: Texts): string {
  let lengths = ''
  let all = ''
  for (const text of texts) {
    lengths += text === null ? '-,' : `${text.length},`
    if (text !== null) all += text
  }
  return hash('sha256', lengths + all, 'base64url').slice(0, LENGTH)
}

/** The format of earlier versions. Replaced, because serialising to JSON cost more than hashing. */
const former = (texts: Texts): string =>
  hash('sha256', JSON.stringify([texts.slice(0, -1), texts.at(-1)]), 'base64url').slice(0, 32)

/** Whether a stored fingerprint has the earlier format and matches these texts. */
export const isFormerOf = (stored: string, texts: Texts): boolean =>
  stored.length !== LENGTH && stored === former(texts)
