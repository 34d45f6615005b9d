/**
 * Feeds that come with Lectern and need no network: the server makes their entries itself, the browser offers them.
 * One list for both halves, so that only what the server can make is offered.
 */
import type { View } from './views.ts'

/** The prefix of a sample's address; its name follows. */
export const sampleScheme = 'lectern://samples/'

/** A feed without a network. `language` is a BCP 47 tag. */
export type SampleFeed = {
  readonly name: string
  readonly url: string
  readonly title: string
  readonly view: View
  readonly language: string
}

const sample = (name: string, title: string, view: View, language = 'en'): SampleFeed => ({
  name,
  url: `${sampleScheme}${name}`,
  title,
  view,
  language,
})

export const sampleFeeds: readonly SampleFeed[] = [
  sample('keys', 'Lectern by keyboard', 0),
  sample('margin-notes', 'Margin notes', 1),
  sample('paper-and-light', 'Paper and light', 2),
  sample('moving-pages', 'Moving pages', 3),
  sample('read-aloud', 'Read aloud', 4),
  sample('bell', 'The bell', 5),
]
