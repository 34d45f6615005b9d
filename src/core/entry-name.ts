import { plainText } from './plain-text.ts'

type NamedEntry = {
  readonly title: string | null
  /** May contain markup. */
  readonly description: string | null
  readonly url: string | null
}

/** The display name of an entry: its title, else its text, else its address; '' without any. */
export const entryName = ({ title, description, url }: NamedEntry): string =>
  title || plainText(description) || url || ''
