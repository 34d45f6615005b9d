/** What a file of another reader holds. */
import type { ImportedEntry } from '../imports.ts'

export type ReaderName =
  | 'googleReader'
  | 'feedly'
  | 'miniflux'
  | 'newsblur'
  | 'readwise'
  | 'pocket'
  | 'instapaper'
  | 'raindrop'
  | 'matter'
  | 'omnivore'
  | 'wallabag'
  | 'readeck'
  | 'linkding'
  | 'pinboard'
  | 'karakeep'
  | 'bookmarks'

export type FeedOfExport = {
  readonly url: string
  readonly title: string | null
  readonly siteUrl: string | null
  /** Its folder. */
  readonly category: string | null
}

/**
 * Why a line was not read, or only in part. notAnEntry: it is something else. empty: no address, no title and no text.
 * longText, longAddress: the entry is read without it.
 */
export type LineProblem = 'notAnEntry' | 'empty' | 'longText' | 'longAddress'

export type UnreadLine = {
  /** Counted from 1 in the order of the file. */
  readonly line: number
  readonly title: string | null
  readonly problem: LineProblem
}

export type ReaderExport = {
  readonly reader: ReaderName
  /** Each address once. */
  readonly feeds: readonly FeedOfExport[]
  readonly entries: readonly ImportedEntry[]
  readonly problems: readonly UnreadLine[]
}

/** broken: cut off or damaged. unknown: a file of no known reader. large: an archive of too much. */
export type FileProblem = 'empty' | 'broken' | 'unknown' | 'nothing' | 'large'

/** The file as a whole cannot be read. */
export class ReaderExportError extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}
