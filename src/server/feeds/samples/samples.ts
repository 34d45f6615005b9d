/** Feeds that come with Lectern, one for each view, so that a first run needs no network. */
import { readFile } from 'node:fs/promises'
import type { View } from '../../../contract/views.ts'

export const SAMPLE_SCHEME = 'lectern://samples/'
export type Sample = { readonly url: string; readonly title: string; readonly view: View; readonly topic: string }

const sample = (name: string, title: string, view: View, topic: string): Sample => ({
  url: SAMPLE_SCHEME + name,
  title,
  view,
  topic,
})

export const samples: readonly Sample[] = [
  sample('keys', 'Lectern by keyboard', 0, 'lectern'),
  sample('margin-notes', 'Margin notes', 1, 'lectern'),
  sample('paper-and-light', 'Paper and light', 2, 'pictures'),
  sample('moving-pages', 'Moving pages', 3, 'films'),
  sample('read-aloud', 'Read aloud', 4, 'sounds'),
  sample('bell', 'The bell', 5, 'lectern'),
]

/** @returns the document of a sample, or null for a name that is none */
export async function readSample(name: string): Promise<Uint8Array | null> {
  if (!samples.some(({ url }) => url === SAMPLE_SCHEME + name)) return null
  return readFile(new URL(`./${name}.xml`, import.meta.url))
}
