/**
 * Feeds that come with Lectern and need no network: the server makes their entries itself, the browser offers them.
 * One list for both halves, so that nothing is offered which the server cannot make.
 */
import type { View } from './views.ts'

/** How the address of a sample begins; what follows is its name. */
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
  sample('welcome', 'Welcome to Lectern', 0),
  sample('long-reads', 'Long reads', 0),
  sample('code', 'Code and tables', 0),
  sample('short-notes', 'Short notes', 1),
  sample('pictures', 'Pictures', 2),
  sample('radio', 'Radio', 4),
  sample('releases', 'Releases', 5),
  sample('chinese', '中文随笔', 0, 'zh-CN'),
  sample('japanese', '日々の記録', 0, 'ja'),
]
