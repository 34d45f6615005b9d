/** Feeds that come with Lectern, one for each view, so that a first run needs no network. The list is the contract's. */
import { readFile } from 'node:fs/promises'
import { sampleFeeds as samples, sampleScheme as SAMPLE_SCHEME } from '../../../contract/samples.ts'


export { SAMPLE_SCHEME, samples }

/** @returns the document of a sample, or null for an unknown name */
export async function readSample(name: string): Promise<Uint8Array | null> {
  if (!samples.some((sample) => sample.name === name)) return null
  return readFile(new URL(`./${name}.xml`, import.meta.url))
}
