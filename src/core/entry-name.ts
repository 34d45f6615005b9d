import { plainText } from './plain-text.ts'

type NamedEntry = {
  readonly title: string | null
  /** May contain markup. */
  readonly description: string | null
  readonly url: string | null
}

/** What an entry is called: its title, else its text, else its address; '' if it has none of them. */
export const entryName = ({ title, description, url }: NamedEntry): string =>
  title || plainText(description) || url || ''
